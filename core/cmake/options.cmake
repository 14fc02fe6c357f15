# oncelab_strict: what every oncelab target is compiled with. oncelab_options: with the sanitizer
# too; code under test (oncelab_instrument) links oncelab_strict only.
add_library(oncelab_strict INTERFACE)
add_library(oncelab_options INTERFACE)
target_link_libraries(oncelab_options INTERFACE oncelab_strict)
target_compile_features(oncelab_strict INTERFACE cxx_std_20)
target_compile_options(oncelab_strict INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -fno-pie
  $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fno-gnu-unique>
  $<$<CONFIG:Release>:-O2 -g1>)
# Line tables are kept in release builds: counterexamples name file and line.
target_link_options(oncelab_strict INTERFACE -no-pie)

if(ONCELAB_SANITIZER STREQUAL "asan")
  target_compile_options(oncelab_options INTERFACE
    -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(oncelab_options INTERFACE -fsanitize=address,undefined)
elseif(ONCELAB_SANITIZER STREQUAL "tsan")
  target_compile_options(oncelab_options INTERFACE -fsanitize=thread -fno-omit-frame-pointer)
  target_link_options(oncelab_options INTERFACE -fsanitize=thread)
elseif(NOT ONCELAB_SANITIZER STREQUAL "")
  message(FATAL_ERROR "ONCELAB_SANITIZER is '${ONCELAB_SANITIZER}'; use asan, tsan or nothing")
endif()
