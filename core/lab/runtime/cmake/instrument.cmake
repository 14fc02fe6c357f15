# oncelab_instrument(TARGET): compiles a library so that it can run under the scheduler.
# oncelab_unit(EXECUTABLE LIBRARIES...): links instrumented libraries into one unit that shares no
# inline function with the rest of the program, and adds it and the runtime to the executable.
get_filename_component(ONCELAB_RUNTIME_CMAKE_DIR ${CMAKE_CURRENT_LIST_DIR} ABSOLUTE CACHE)
# GNU binutils whatever the compiler: other linkers cannot dissolve section groups.
find_program(ONCELAB_GNU_LD NAMES ld.bfd ld REQUIRED)
find_program(ONCELAB_GNU_OBJCOPY NAMES objcopy REQUIRED)
find_program(ONCELAB_GNU_NM NAMES nm REQUIRED)
mark_as_advanced(ONCELAB_RUNTIME_CMAKE_DIR ONCELAB_GNU_LD ONCELAB_GNU_OBJCOPY ONCELAB_GNU_NM)

function(oncelab_instrument target)
  # Tail calls would hide the caller from entry points that ask who is calling.
  target_compile_options(${target} PRIVATE
    -fsanitize=thread -fno-optimize-sibling-calls -fno-pie -g1
    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fno-gnu-unique>
    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-tsan>)
  set_target_properties(${target} PROPERTIES ONCELAB_INSTRUMENTED TRUE)
endfunction()

function(oncelab_unit executable)
  set(objects)
  foreach(library ${ARGN})
    get_target_property(instrumented ${library} ONCELAB_INSTRUMENTED)
    if(NOT instrumented)
      message(FATAL_ERROR "oncelab_unit(${executable}): call oncelab_instrument(${library}) first")
    endif()
    list(APPEND objects $<TARGET_OBJECTS:${library}>)
  endforeach()
  set(unit ${CMAKE_CURRENT_BINARY_DIR}/${executable}_unit.o)
  set(ends $<TARGET_OBJECTS:oncelab_unit_ends>)
  add_custom_command(OUTPUT ${unit}
    COMMAND sh ${ONCELAB_RUNTIME_CMAKE_DIR}/link_unit.sh ${unit} ${ONCELAB_GNU_LD}
      ${ONCELAB_GNU_OBJCOPY} ${ONCELAB_GNU_NM} ${ONCELAB_RUNTIME_CMAKE_DIR}/unit.ld
      ${ONCELAB_RUNTIME_CMAKE_DIR}/unit.symbols ${ends} ${objects}
    DEPENDS ${objects} ${ends} ${ONCELAB_RUNTIME_CMAKE_DIR}/link_unit.sh
      ${ONCELAB_RUNTIME_CMAKE_DIR}/unit.ld ${ONCELAB_RUNTIME_CMAKE_DIR}/unit.symbols
    COMMAND_EXPAND_LISTS VERBATIM
    COMMENT "Linking instrumented unit of ${executable}")
  target_sources(${executable} PRIVATE ${unit})
  target_link_libraries(${executable} PRIVATE oncelab_runtime)
  target_link_options(${executable} PRIVATE -rdynamic)
endfunction()
