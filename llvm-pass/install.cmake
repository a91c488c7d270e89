# Installs the library with its headers, the plugin, and the package files for
#   find_package(VxPlacement)
#   target_link_libraries(consumer PRIVATE Vx::Placement)
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/VxPlacement)

install(TARGETS Placement EXPORT VxPlacementTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS VxPlacement VxPlacementPasses LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/vx)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/vx
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h" PATTERN "*.def")
install(EXPORT VxPlacementTargets NAMESPACE Vx:: DESTINATION ${package_dir})

configure_package_config_file(VxPlacementConfig.cmake.in
  ${PROJECT_BINARY_DIR}/VxPlacementConfig.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/VxPlacementConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/VxPlacementConfig.cmake
  ${PROJECT_BINARY_DIR}/VxPlacementConfigVersion.cmake
  DESTINATION ${package_dir})
