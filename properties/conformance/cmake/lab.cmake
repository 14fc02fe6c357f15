# oncelab_lab(NAME [SOURCES FILES...] [MODELS FILES...] [LIBS LIBRARIES...]): an executable with
# every verb of the command line, for your own systems under test and your own models.
# oncelab_tests(NAME [SOURCES FILES...] [LIBS LIBRARIES...] [NO_DISCOVERY]): the conformance suite
# over the same systems, as a GoogleTest executable. After enable_testing() its tests are CTest tests
# too, but with NO_DISCOVERY.
#
# SOURCES hold ONCELAB_SUT and are compiled as code under test; MODELS hold ONCELAB_MODEL and are
# not. LIBS are your libraries, each with
# oncelab_instrument(); what they link to is code under test if it is instrumented too, and linked
# as it is if not: a call into such a library is a single step, and it must not block.
function(oncelab_lab name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;MODELS;LIBS")
  oncelab_no_more_arguments_("oncelab_lab(${name})" "${arg_UNPARSED_ARGUMENTS}")
  add_executable(${name} ${arg_MODELS})
  target_link_libraries(${name} PRIVATE oncelab::main)
  oncelab_complete_("oncelab_lab(${name})" ${name} "${arg_SOURCES}" "${arg_LIBS}")
endfunction()

function(oncelab_tests name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "NO_DISCOVERY" "" "SOURCES;LIBS")
  oncelab_no_more_arguments_("oncelab_tests(${name})" "${arg_UNPARSED_ARGUMENTS}")
  if(NOT TARGET GTest::gtest)
    find_package(GTest QUIET)
  endif()
  if(NOT TARGET GTest::gtest)
    message(FATAL_ERROR "oncelab_tests(${name}) needs GoogleTest: install libgtest-dev, or make "
      "the target GTest::gtest before")
  endif()
  # Compiled here and not in the package, against whichever GoogleTest this project uses.
  add_executable(${name} ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/gtest_main.cpp)
  target_link_libraries(${name} PRIVATE oncelab::conformance GTest::gtest)
  oncelab_complete_("oncelab_tests(${name})" ${name} "${arg_SOURCES}" "${arg_LIBS}")
  if(CMAKE_TESTING_ENABLED AND NOT arg_NO_DISCOVERY)
    include(GoogleTest)
    gtest_discover_tests(${name} TEST_PREFIX ${name}.)
  endif()
endfunction()

# --- internal ---------------------------------------------------------------------------------

function(oncelab_no_more_arguments_ call arguments)
  if(arguments)
    list(JOIN arguments " " text)
    message(FATAL_ERROR "${call}: unknown argument ${text}; source files come after SOURCES or "
      "(of oncelab_lab) MODELS, libraries after LIBS")
  endif()
endfunction()

function(oncelab_complete_ call name sources libraries)
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
  target_link_libraries(${name} PRIVATE oncelab::registration)
  set(units)
  if(sources)
    set(units ${name}_sources)
    add_library(${units} OBJECT ${sources})
    target_link_libraries(${units} PRIVATE oncelab::headers ${libraries})
    oncelab_instrument(${units})
  endif()
  # At the end of this folder: what LIBS link to may be said, and they be instrumented, after this.
  cmake_language(EVAL CODE
    "cmake_language(DEFER CALL oncelab_link_unit_ [[${call}]] [[${name}]] [[${units}]] [[${libraries}]])")
endfunction()

function(oncelab_link_unit_ call name units libraries)
  foreach(library IN LISTS libraries)
    set(instrumented FALSE)
    if(TARGET ${library})
      get_target_property(instrumented ${library} ONCELAB_INSTRUMENTED)
    else()
      message(FATAL_ERROR "${call}: LIBS ${library} is not a target of this project")
    endif()
    if(NOT instrumented)
      message(FATAL_ERROR "${call}: LIBS ${library} is not instrumented. If it is code under test, "
        "call oncelab_instrument(${library}). If not, let the library that uses it link to it: "
        "target_link_libraries(YOUR_LIBRARY PRIVATE ${library})")
    endif()
  endforeach()
  # From the libraries on, all that is instrumented; and the edge beyond it.
  set(waiting ${libraries})
  set(others)
  while(waiting)
    list(POP_FRONT waiting library)
    # Written by CMake around what a static library links to in private, in exported targets.
    string(REGEX REPLACE "^\\$<LINK_ONLY:(.*)>$" "\\1" library "${library}")
    set(instrumented FALSE)
    if(TARGET ${library})
      get_target_property(instrumented ${library} ONCELAB_INSTRUMENTED)
    endif()
    if(NOT instrumented)
      list(APPEND others ${library})
    elseif(NOT library IN_LIST units)
      list(APPEND units ${library})
      foreach(property LINK_LIBRARIES INTERFACE_LINK_LIBRARIES)
        get_target_property(linked ${library} ${property})
        if(linked)
          list(FILTER linked EXCLUDE REGEX "^::@")  # marks of CMake's own
          list(APPEND waiting ${linked})
        endif()
      endforeach()
    endif()
  endwhile()
  list(REMOVE_DUPLICATES others)
  oncelab_unit(${name} oncelab::contracts_instrumented ${units})
  target_link_libraries(${name} PRIVATE ${others})
endfunction()
