# oncelab_mutant(NAME FILE FROM TO): the explorer with one rule changed.
#
# FILE is copied into the build folder with FROM, which must occur in it exactly once, replaced by
# TO. One executable is linked from the copy and, for everything else, the libraries as they are;
# its test passes if some program of the table is no longer counted right. A header is compiled
# into the sources that use what is in it.
set(ONCELAB_MUTANT_HEADER_USERS dependency.cpp event_order.cpp)

add_library(oncelab_mutant_main OBJECT mutated_explorer_test.cpp)
target_link_libraries(oncelab_mutant_main PRIVATE oncelab_schedule_oracles)

function(oncelab_mutant_executable name argument)
  set(target oncelab_mutant_${name})
  add_executable(${target} ${ARGN} $<TARGET_OBJECTS:oncelab_mutant_main>)
  # The mutated objects come first: the archive's of the same name are not taken then.
  target_link_libraries(${target} PRIVATE oncelab_schedule_oracles)
  oncelab_unit(${target} oncelab_small_programs)
  add_test(NAME mutated_explorer.${name} COMMAND ${target} ${argument})
  set_tests_properties(mutated_explorer.${name} PROPERTIES TIMEOUT 60)
endfunction()

function(oncelab_mutant_write path content)
  set(before)
  if(EXISTS ${path})
    file(READ ${path} before)
  endif()
  if(NOT before STREQUAL content)
    file(WRITE ${path} "${content}")
  endif()
endfunction()

function(oncelab_mutant name file from to)
  file(READ ${file} text)
  string(FIND "${text}" "${from}" first)
  string(FIND "${text}" "${from}" last REVERSE)
  if(first EQUAL -1 OR NOT first EQUAL last)
    message(FATAL_ERROR "mutant ${name}: ${file} does not contain exactly once:\n${from}")
  endif()
  string(REPLACE "${from}" "${to}" mutated "${text}")
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/mutants/${name})
  if(file MATCHES "\\.hpp$")
    oncelab_mutant_write(${folder}/oncelab/core/lab/schedule/${file} "${mutated}")
    set(files ${ONCELAB_MUTANT_HEADER_USERS})
  else()
    set(files ${file})
  endif()
  set(copies)
  foreach(each ${files})
    if(NOT each STREQUAL file)
      file(READ ${each} mutated)
    endif()
    oncelab_mutant_write(${folder}/${each} "${mutated}")
    list(APPEND copies ${folder}/${each})
  endforeach()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file} ${files})
  # The programs are small, the mutants many.
  set_source_files_properties(${copies} PROPERTIES COMPILE_OPTIONS "-O0;-g0")
  oncelab_mutant_executable(${name} changed ${copies})
  target_include_directories(oncelab_mutant_${name} BEFORE PRIVATE ${folder})
endfunction()

oncelab_mutant_executable(none unchanged)
