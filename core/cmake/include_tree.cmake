# <oncelab/core/...>: the same include paths in the build tree as after installation.
set(ONCELAB_INCLUDE_DIR ${PROJECT_BINARY_DIR}/include)
file(MAKE_DIRECTORY ${ONCELAB_INCLUDE_DIR}/oncelab)
foreach(folder core models properties stress)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${folder} ${ONCELAB_INCLUDE_DIR}/oncelab/${folder} SYMBOLIC)
endforeach()
target_include_directories(oncelab_headers INTERFACE
  $<BUILD_INTERFACE:${ONCELAB_INCLUDE_DIR}> $<INSTALL_INTERFACE:include>)

# The one header that a file with ONCELAB_SUT includes.
file(CONFIGURE OUTPUT ${ONCELAB_INCLUDE_DIR}/oncelab/lab.hpp @ONLY CONTENT [[
// oncelab @PROJECT_VERSION@: what registers your own code as a system under test. Generated.
#pragma once

#include <oncelab/properties/conformance/durable_sut.hpp>
#include <oncelab/properties/conformance/sut.hpp>
]])

# The one header that a file with ONCELAB_MODEL includes.
file(CONFIGURE OUTPUT ${ONCELAB_INCLUDE_DIR}/oncelab/model.hpp @ONLY CONTENT [[
// oncelab @PROJECT_VERSION@: what makes and registers a model of your own. Generated.
#pragma once

#include <oncelab/core/lab/check/simple_model.hpp>
#include <oncelab/core/lab/cli/own_model.hpp>
]])

# oncelab_library(NAME SOURCES... LIBS PUBLIC-LIBRARIES...): one static library per folder.
function(oncelab_library name)
  cmake_parse_arguments(arg "" "" "SOURCES;LIBS" ${ARGN})
  add_library(${name} STATIC ${arg_SOURCES})
  target_link_libraries(${name} PUBLIC oncelab_options ${arg_LIBS})
endfunction()
