# oncelab_mutant(NAME FILE FROM TO): the explorer with one rule changed.
#
# FILE is copied into the build folder with FROM, which must occur in it exactly once, replaced by
# TO. One executable is linked from the copy and, for everything else, the libraries as they are;
# its test passes if some program of the table is no longer counted right. A header is compiled
# into the sources that use what is in it.
set(ONCELAB_MUTANT_HEADER_USERS dependency.cpp event_order.cpp)

add_library(oncelab_mutant_main OBJECT
  classes.cpp mutated_explorer_test.cpp program_table.cpp program_text.cpp)
target_link_libraries(oncelab_mutant_main PRIVATE oncelab_schedule oncelab_runtime)

function(oncelab_mutant_executable name argument)
  set(target oncelab_mutant_${name})
  add_executable(${target} ${ARGN} $<TARGET_OBJECTS:oncelab_mutant_main>)
  # The mutated objects come first: the archive's of the same name are not taken then.
  target_link_libraries(${target} PRIVATE oncelab_schedule oncelab_runtime)
  oncelab_unit(${target} oncelab_small_programs)
  add_test(NAME mutated_explorer.${name} COMMAND ${target} ${argument})
  set_tests_properties(mutated_explorer.${name} PROPERTIES TIMEOUT 60)
endfunction()

function(oncelab_mutant name file from to)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} text)
  string(FIND "${text}" "${from}" first)
  string(FIND "${text}" "${from}" last REVERSE)
  if(first EQUAL -1 OR NOT first EQUAL last)
    message(FATAL_ERROR "mutant ${name}: ${file} does not contain exactly once:\n${from}")
  endif()
  string(REPLACE "${from}" "${to}" mutated "${text}")
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/mutants/${name})
  if(file MATCHES "\\.hpp$")
    set(copy ${folder}/oncelab/core/lab/schedule/${file})
    set(sources ${ONCELAB_MUTANT_HEADER_USERS})
  else()
    set(copy ${folder}/${file})
    set(sources ${copy})
  endif()
  set(before)
  if(EXISTS ${copy})
    file(READ ${copy} before)
  endif()
  if(NOT before STREQUAL mutated)
    file(WRITE ${copy} "${mutated}")
  endif()
  oncelab_mutant_executable(${name} changed ${sources})
  target_include_directories(oncelab_mutant_${name} BEFORE PRIVATE ${folder})
  # The programs are small, the mutants many.
  target_compile_options(oncelab_mutant_${name} PRIVATE -O0 -g0)
endfunction()

oncelab_mutant_executable(none unchanged)
