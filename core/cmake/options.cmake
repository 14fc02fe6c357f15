# oncelab_headers: what everyone who includes <oncelab/...> needs, users of the package too.
# oncelab_strict: what every target of this project is compiled with; nothing of it reaches users.
# oncelab_options: with the sanitizer too, and ONCELAB_ASAN or ONCELAB_TSAN (clang has no macro for
# it); code under test (oncelab_instrument) links
# oncelab_strict only.
add_library(oncelab_headers INTERFACE)
target_compile_features(oncelab_headers INTERFACE cxx_std_20)
add_library(oncelab_strict INTERFACE)
target_link_libraries(oncelab_strict INTERFACE oncelab_headers)
add_library(oncelab_options INTERFACE)
target_link_libraries(oncelab_options INTERFACE oncelab_strict)

# Line tables are kept in release builds: counterexamples name file and line.
set(flags
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -fno-pie
  $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fno-gnu-unique>
  $<$<CONFIG:Release>:-O2 -g1>)
# An installed package must not name the folder that it was built in. Debuggers and sanitizers
# want to find the sources, so their builds keep it.
set(ONCELAB_SOURCE_ROOT ${PROJECT_SOURCE_DIR})
if(ONCELAB_SANITIZER STREQUAL "")
  set(ONCELAB_SOURCE_ROOT $<IF:$<CONFIG:Debug>,${PROJECT_SOURCE_DIR},/oncelab-sources>)
  list(APPEND flags -fdebug-prefix-map=${PROJECT_SOURCE_DIR}=${ONCELAB_SOURCE_ROOT})
endif()
target_compile_options(oncelab_strict INTERFACE "$<BUILD_INTERFACE:${flags}>")
target_link_options(oncelab_strict INTERFACE $<BUILD_INTERFACE:-no-pie>)

if(ONCELAB_SANITIZER STREQUAL "asan")
  target_compile_definitions(oncelab_options INTERFACE ONCELAB_ASAN)
  target_compile_options(oncelab_options INTERFACE
    -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
    # AddressSanitizer sees what these see; a third of the time to compile.
    -fno-sanitize=null,object-size)
  target_link_options(oncelab_options INTERFACE -fsanitize=address,undefined)
elseif(ONCELAB_SANITIZER STREQUAL "tsan")
  target_compile_definitions(oncelab_options INTERFACE ONCELAB_TSAN)
  target_compile_options(oncelab_options INTERFACE -fsanitize=thread -fno-omit-frame-pointer)
  target_link_options(oncelab_options INTERFACE -fsanitize=thread)
elseif(NOT ONCELAB_SANITIZER STREQUAL "")
  message(FATAL_ERROR "ONCELAB_SANITIZER is '${ONCELAB_SANITIZER}'; use asan, tsan or nothing")
endif()

# Where the code has been is what a fuzzer goes by.
if(ONCELAB_FUZZ)
  target_compile_options(oncelab_options INTERFACE -fsanitize=fuzzer-no-link)
endif()
