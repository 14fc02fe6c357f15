# The checker against an oracle that shares nothing with it, and against laws that need none.
if(ONCELAB_BUILD_TESTS)
  add_library(oncelab_checker_subjects STATIC
    checker_of_subjects.cpp whole_checker_of_subjects.cpp
    checker_histories.cpp checker_players.cpp checker_claim_players.cpp checker_order_player.cpp
    checker_data_players.cpp checker_data_specs.cpp
    checker_specs.cpp checker_claim_specs.cpp checker_order_spec.cpp)
  target_link_libraries(oncelab_checker_subjects PUBLIC
    oncelab_options oncelab_models oncelab_oracle)
endif()
oncelab_test(oncelab_checker_oracle_test
  SOURCES checker_oracle_test.cpp LIBS oncelab_checker_subjects)
# The same at length, once: another compiler or a sanitizer would not see other verdicts.
if(ONCELAB_BUILD_TESTS AND CMAKE_BUILD_TYPE STREQUAL "Release" AND ONCELAB_SANITIZER STREQUAL ""
    AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  gtest_discover_tests(oncelab_checker_oracle_test
    TEST_PREFIX oncelab_checker_oracle_test_at_length. TEST_LIST oncelab_checker_oracle_at_length
    PROPERTIES LABELS nightly
      ENVIRONMENT "ONCELAB_ORACLE_HISTORIES=2000000;ONCELAB_ORACLE_SEED=2")
endif()
oncelab_test(oncelab_checker_laws_test
  SOURCES checker_laws_test.cpp LIBS oncelab_checker_subjects)
oncelab_test(oncelab_checker_metamorphic_test
  SOURCES checker_metamorphic_test.cpp LIBS oncelab_checker_subjects)
oncelab_test(oncelab_checker_allocation_test
  SOURCES checker_allocation_test.cpp LIBS oncelab_models)
oncelab_test(oncelab_monitors_test
  SOURCES monitors_test.cpp LIBS oncelab_checker_subjects)
if(ONCELAB_BUILD_TESTS AND CMAKE_BUILD_TYPE STREQUAL "Release" AND ONCELAB_SANITIZER STREQUAL ""
    AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  gtest_discover_tests(oncelab_monitors_test
    TEST_PREFIX oncelab_monitors_test_at_length. TEST_LIST oncelab_monitors_at_length
    TEST_FILTER "*say_what_the_search*"
    PROPERTIES LABELS nightly
      ENVIRONMENT "ONCELAB_MONITOR_HISTORIES=1000000;ONCELAB_MONITOR_SEED=2")
endif()
