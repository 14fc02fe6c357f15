# oncelab_test(NAME SOURCES... LIBS... [LABELS ...]): one GoogleTest executable, one CTest test per
# test case. Sources that do not fit the chosen sanitizer are the caller's business.
if(ONCELAB_BUILD_TESTS)
  find_package(GTest REQUIRED)
  include(GoogleTest)
endif()

function(oncelab_test name)
  if(NOT ONCELAB_BUILD_TESTS)
    return()
  endif()
  cmake_parse_arguments(arg "" "" "SOURCES;LIBS;LABELS" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LIBS} oncelab_options GTest::gtest GTest::gtest_main)
  oncelab_unity(${name})
  gtest_discover_tests(${name} TEST_PREFIX ${name}. PROPERTIES LABELS "${arg_LABELS}")
endfunction()
