# The package: what `cmake --install` installs and find_package(oncelab) finds.
#
# Installed are the targets that a lab is made of and all that they link to, nothing else: no tests,
# benchmarks, mutants or reference systems. Included last, when all targets are there.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

# Targets of others that may be linked to: oncelabConfig.cmake.in looks for each.
set(known_dependencies
  Boost::context Boost::headers Boost::json CLI11::CLI11 Libdw::Libdw OpenSSL::Crypto ZLIB::ZLIB
  rapidcheck)

set(installed)
set(dependencies)
set(waiting oncelab_conformance oncelab_contracts_instrumented oncelab_main oncelab_registration
  oncelab_runtime oncelab_unit_ends)
while(waiting)
  list(POP_FRONT waiting target)
  if(target IN_LIST installed)
    continue()
  elseif(target IN_LIST known_dependencies)
    list(APPEND dependencies ${target})
    continue()
  elseif(NOT target MATCHES "^oncelab_" OR NOT TARGET ${target})
    message(FATAL_ERROR "the package links to '${target}': core/cmake/package.cmake and "
      "oncelabConfig.cmake.in must know where users get it from")
  endif()
  list(APPEND installed ${target})
  get_target_property(linked ${target} INTERFACE_LINK_LIBRARIES)
  get_target_property(type ${target} TYPE)
  if(NOT type STREQUAL "INTERFACE_LIBRARY")
    get_target_property(linked ${target} LINK_LIBRARIES)
  endif()
  if(linked)
    list(FILTER linked EXCLUDE REGEX "^::@")  # marks of CMake's own
    list(APPEND waiting ${linked})
  endif()
endwhile()

# The functions that make labs name the targets as users do.
foreach(target IN LISTS installed)
  string(REPLACE "oncelab_" "" name ${target})
  if(NOT TARGET oncelab::${name})
    add_library(oncelab::${name} ALIAS ${target})
  endif()
  set_target_properties(${target} PROPERTIES
    EXPORT_NAME ${name} EXPORT_PROPERTIES ONCELAB_INSTRUMENTED)
endforeach()

# A library that was built with a sanitizer works in programs built with it only.
if(NOT ONCELAB_SANITIZER STREQUAL "")
  return()
endif()

foreach(target IN LISTS installed)
  get_target_property(type ${target} TYPE)
  if(NOT type STREQUAL "INTERFACE_LIBRARY")
    target_compile_options(${target} PRIVATE
      -fmacro-prefix-map=${PROJECT_SOURCE_DIR}=${ONCELAB_SOURCE_ROOT})
  endif()
endforeach()
add_custom_target(oncelab_package DEPENDS ${installed})

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/oncelab)
install(TARGETS ${installed} EXPORT oncelab
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}/oncelab
  OBJECTS DESTINATION ${CMAKE_INSTALL_LIBDIR}/oncelab)
install(EXPORT oncelab NAMESPACE oncelab:: FILE oncelabTargets.cmake DESTINATION ${package_folder})

configure_package_config_file(core/cmake/oncelabConfig.cmake.in
  ${PROJECT_BINARY_DIR}/package/oncelabConfig.cmake INSTALL_DESTINATION ${package_folder}
  NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/oncelabConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/package/oncelabConfig.cmake
  ${PROJECT_BINARY_DIR}/package/oncelabConfigVersion.cmake
  core/cmake/FindLibdw.cmake
  core/lab/runtime/cmake/instrument.cmake core/lab/runtime/cmake/link_unit.sh
  core/lab/runtime/cmake/unit.ld core/lab/runtime/cmake/unit.symbols
  properties/conformance/cmake/lab.cmake properties/conformance/cmake/gtest_main.cpp
  DESTINATION ${package_folder})

install(FILES ${ONCELAB_INCLUDE_DIR}/oncelab/lab.hpp ${ONCELAB_INCLUDE_DIR}/oncelab/model.hpp
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/oncelab)
install(DIRECTORY core models properties DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/oncelab
  FILES_MATCHING PATTERN "*.hpp"
  # Fixtures of tests, wrong code, and what only this project's own programs use.
  REGEX "/(cmake|docs|histories|meta|mutants|regressions|outside|stores|systems|http)(/|$)" EXCLUDE
  REGEX "_fixture\\.hpp$|/(toy_scenario|runtime_zoo|scripted_repository|oracle)\\.hpp$" EXCLUDE
  REGEX "/counters_scenario\\.hpp$" EXCLUDE)
