# NVIDIA's assembler, disassembler and device math library:
#   VX_PTXAS, VX_NVDISASM, VX_LIBDEVICE   files, or *-NOTFOUND
# Searched in CUDA_PATH, then PATH, then /usr/local/cuda, then what an earlier
# configure installed into the build folder. What is still missing is installed
# there from PyPI when VX_INSTALL_CUDA_TOOLS is on (`make demo` and `make check`
# turn it on), from NVIDIA's own packages.
option(VX_INSTALL_CUDA_TOOLS "Install missing CUDA tools from PyPI into the build folder" OFF)
set(VX_CUDA_PACKAGES_VERSION "13.*")
# The first ptxas that knows every sm the project knows (sm_103, sm_120).
set(VX_PTXAS_MINIMUM 12.9)
set(vx_pypi_folder ${PROJECT_BINARY_DIR}/cuda)
set(vx_cuda_hints $ENV{CUDA_PATH} $ENV{CUDA_HOME})
# One folder each: pip replaces what an earlier package put into a shared one.
set(vx_cuda_paths /usr/local/cuda)
foreach(package nvidia-cuda-nvcc nvidia-nvvm nvidia-cuda-nvdisasm)
  list(APPEND vx_cuda_paths ${vx_pypi_folder}/${package}/nvidia/cu13)
endforeach()

# CMake validator of find_program comes with 3.25 only: check afterwards.
function(vx_find_ptxas)
  find_program(VX_PTXAS ptxas HINTS ${vx_cuda_hints} PATHS ${vx_cuda_paths} PATH_SUFFIXES bin)
  if(NOT VX_PTXAS)
    return()
  endif()
  execute_process(COMMAND ${VX_PTXAS} --version OUTPUT_VARIABLE text ERROR_QUIET)
  string(REGEX MATCH "release ([0-9]+\\.[0-9]+)" found "${text}")
  if(NOT found OR CMAKE_MATCH_1 VERSION_LESS VX_PTXAS_MINIMUM)
    message(STATUS "${VX_PTXAS} is not a ptxas of CUDA ${VX_PTXAS_MINIMUM} or newer")
    set(VX_PTXAS VX_PTXAS-NOTFOUND CACHE FILEPATH "ptxas" FORCE)
  endif()
endfunction()

# libdevice lies beside the ptxas found, else in the usual places.
function(vx_find_libdevice)
  get_filename_component(tools "${VX_PTXAS}" DIRECTORY)
  find_file(VX_LIBDEVICE libdevice.10.bc
    HINTS ${vx_cuda_hints} ${tools}/.. PATHS ${vx_cuda_paths}
    PATH_SUFFIXES nvvm/libdevice NO_DEFAULT_PATH)
endfunction()

function(vx_find_cuda_tools)
  vx_find_ptxas()
  find_program(VX_NVDISASM nvdisasm
    HINTS ${vx_cuda_hints} PATHS ${vx_cuda_paths} PATH_SUFFIXES bin)
  vx_find_libdevice()
endfunction()

function(vx_install_from_pypi variable package)
  if(${variable} OR NOT VX_INSTALL_CUDA_TOOLS)
    return()
  endif()
  message(STATUS "Installing ${package} from PyPI into ${vx_pypi_folder}")
  execute_process(
    COMMAND ${Python3_EXECUTABLE} -m pip install --quiet --no-deps --upgrade
      --disable-pip-version-check --no-warn-script-location --root-user-action=ignore
      --target ${vx_pypi_folder}/${package} ${package}==${VX_CUDA_PACKAGES_VERSION}
    RESULT_VARIABLE status ERROR_VARIABLE error)
  if(status)
    string(STRIP "${error}" error)
    message(STATUS "${package} could not be installed: ${error}")
  endif()
endfunction()

if(VX_WITHOUT_PTXAS)
  foreach(tool VX_PTXAS VX_NVDISASM)
    set(${tool} ${tool}-NOTFOUND CACHE FILEPATH "" FORCE)
  endforeach()
  vx_find_libdevice()
else()
  vx_find_cuda_tools()
  vx_install_from_pypi(VX_PTXAS nvidia-cuda-nvcc)
  vx_install_from_pypi(VX_LIBDEVICE nvidia-nvvm)
  vx_install_from_pypi(VX_NVDISASM nvidia-cuda-nvdisasm)
  vx_find_cuda_tools()
  if(NOT VX_PTXAS)
    message(FATAL_ERROR " No ptxas (CUDA ${VX_PTXAS_MINIMUM} or newer): install a CUDA 13 toolkit and set CUDA_PATH, or `pip install nvidia-cuda-nvcc` and pass -DVX_PTXAS=<file>, or pass -DVX_WITHOUT_PTXAS=ON.")
  endif()
endif()
foreach(tool PTXAS NVDISASM LIBDEVICE)
  message(STATUS "${tool}: ${VX_${tool}}")
endforeach()
