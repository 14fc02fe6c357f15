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
  oncelab_unity(${name})
endfunction()

# Sources of a target are compiled eight at a time, if that was asked for: half the time from
# scratch, more of it after a change.
function(oncelab_unity name)
  set_target_properties(${name} PROPERTIES
    UNITY_BUILD ${ONCELAB_UNITY} UNITY_BUILD_BATCH_SIZE 8)
endfunction()

# oncelab_by_itself(SOURCES...): uses names in its unnamed namespace that others use too, or needs
# libraries that not every user of the target has.
function(oncelab_by_itself)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
