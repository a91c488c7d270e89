# Installs the build into a fresh prefix, and configures, builds and runs a
# consumer project against it, and starts the installed vx-simt: cmake -D... -P install-test.cmake
#   BUILD, WORK, CONSUMER   folders
#   GENERATOR, C_COMPILER, COMPILER   of this build
file(REMOVE_RECURSE ${WORK})
function(step)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
step(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
step(${CMAKE_COMMAND} -S ${CONSUMER} -B ${WORK}/build -G ${GENERATOR}
  -DCMAKE_C_COMPILER=${C_COMPILER} -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_FLAGS=-O0
  -DCMAKE_PREFIX_PATH=${WORK}/prefix)
step(${CMAKE_COMMAND} --build ${WORK}/build)
step(${WORK}/prefix/bin/vx-simt --help OUTPUT_QUIET)
step(${WORK}/build/consumer)
