# vx-simt-fuzz with a fault in a rewrite: the program is linked with an edited copy of one source,
# which stands before the archive that has the right one. Not part of `all`: target fuzz-plant
# builds and runs them (plant.py says what each fault is).
set(plant ${CMAKE_CURRENT_SOURCE_DIR}/plant.py)
set(planted ${CMAKE_CURRENT_BINARY_DIR}/planted)
set(faults
  missing-war-barrier rewrite/Materialize.cpp
  per-thread-guard rewrite/ExpandSyncPoints.cpp
  wrong-witness plan/ParticipationAnswers.cpp
  wait-too-high rewrite/Ring.cpp)

# vx_planted_source(<fault> <source> <variable>): the edited copy
function(vx_planted_source fault source variable)
  get_filename_component(name ${source} NAME)
  set(original ${PROJECT_SOURCE_DIR}/llvm-pass/${source})
  set(copy ${planted}/${fault}/${name})
  add_custom_command(OUTPUT ${copy}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${planted}/${fault}
    COMMAND ${Python3_EXECUTABLE} ${plant} edit ${fault} ${original} ${copy}
    DEPENDS ${plant} ${original} VERBATIM)
  add_library(VxPlanted-${fault} OBJECT EXCLUDE_FROM_ALL ${copy})
  get_filename_component(folder ${original} DIRECTORY)
  target_include_directories(VxPlanted-${fault} PRIVATE ${folder})
  target_link_libraries(VxPlanted-${fault} PRIVATE VxFlags)
  set(${variable} $<TARGET_OBJECTS:VxPlanted-${fault}> PARENT_SCOPE)
endfunction()

find_package(Python3 REQUIRED COMPONENTS Interpreter)
vx_planted_source(no-proof pipeline/Placement.cpp no_proof)
set(programs)
while(faults)
  list(POP_FRONT faults fault source)
  vx_planted_source(${fault} ${source} object)
  foreach(program ${fault} ${fault}-no-proof)
    add_executable(vx-simt-fuzz-${program} EXCLUDE_FROM_ALL vx-simt-fuzz.cpp ${object})
    if(program MATCHES "no-proof$")
      target_sources(vx-simt-fuzz-${program} PRIVATE ${no_proof})
    endif()
    target_link_libraries(vx-simt-fuzz-${program} PRIVATE VxSimtFuzz)
    list(APPEND programs vx-simt-fuzz-${program})
  endforeach()
endwhile()
add_custom_target(fuzz-plant
  COMMAND ${Python3_EXECUTABLE} ${plant} run ${CMAKE_CURRENT_BINARY_DIR}
  DEPENDS ${programs} USES_TERMINAL VERBATIM)
