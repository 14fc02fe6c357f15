# The checker against an oracle that shares nothing with it, and against laws that need none.
if(ONCELAB_BUILD_TESTS)
  add_library(oncelab_checker_subjects STATIC
    checker_histories.cpp checker_players.cpp checker_claim_players.cpp checker_order_player.cpp
    checker_data_players.cpp checker_data_specs.cpp
    checker_specs.cpp checker_claim_specs.cpp checker_order_spec.cpp)
  target_link_libraries(oncelab_checker_subjects PUBLIC
    oncelab_options oncelab_models oncelab_oracle)
endif()
oncelab_test(oncelab_checker_oracle_test
  SOURCES checker_oracle_test.cpp LIBS oncelab_checker_subjects)
oncelab_test(oncelab_checker_laws_test
  SOURCES checker_laws_test.cpp LIBS oncelab_checker_subjects)
oncelab_test(oncelab_checker_metamorphic_test
  SOURCES checker_metamorphic_test.cpp LIBS oncelab_checker_subjects)
oncelab_test(oncelab_checker_allocation_test
  SOURCES checker_allocation_test.cpp LIBS oncelab_models)
oncelab_test(oncelab_monitors_test
  SOURCES monitors_test.cpp LIBS oncelab_checker_subjects)
