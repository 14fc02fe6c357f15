# oncelab_instrument(LIBRARY): compiles a static or object library so that it can run under the
# scheduler.
# oncelab_unit(EXECUTABLE LIBRARIES...): links instrumented libraries into one unit that shares no
# inline function with the rest of the program, and adds it and the runtime to the executable.
#
# Used in this project and, as part of the package, in others: nothing here may depend on either.

# GNU binutils whatever the compiler: other linkers cannot dissolve section groups.
find_program(ONCELAB_GNU_LD NAMES ld.bfd ld REQUIRED)
find_program(ONCELAB_GNU_OBJCOPY NAMES objcopy REQUIRED)
find_program(ONCELAB_GNU_NM NAMES nm REQUIRED)
mark_as_advanced(ONCELAB_GNU_LD ONCELAB_GNU_OBJCOPY ONCELAB_GNU_NM)

function(oncelab_instrument target)
  if(NOT TARGET ${target})
    message(FATAL_ERROR "oncelab_instrument(${target}): there is no such target (yet)")
  endif()
  get_target_property(type ${target} TYPE)
  get_target_property(imported ${target} IMPORTED)
  if(imported OR NOT type MATCHES "^(STATIC|OBJECT)_LIBRARY$")
    message(FATAL_ERROR "oncelab_instrument(${target}): only static and object libraries that are "
      "built here can be compiled for the scheduler")
  endif()
  get_target_property(aliased ${target} ALIASED_TARGET)
  if(aliased)
    set(target ${aliased})
  endif()
  # Tail calls would hide the caller from entry points that ask who is calling. Line tables name
  # the places of a counterexample; a build for the debugger has more than those.
  target_compile_options(${target} PRIVATE
    -fsanitize=thread -fno-optimize-sibling-calls -fno-pie
    $<$<NOT:$<CONFIG:Debug,RelWithDebInfo>>:-g1>
    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fno-gnu-unique>
    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-tsan>)
  # The unit is linked on its own, before the compiler's plug-ins see it, and to a fixed place.
  set_target_properties(${target} PROPERTIES
    ONCELAB_INSTRUMENTED TRUE POSITION_INDEPENDENT_CODE OFF INTERPROCEDURAL_OPTIMIZATION OFF)
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
  set(here ${CMAKE_CURRENT_FUNCTION_LIST_DIR})
  set(unit ${CMAKE_CURRENT_BINARY_DIR}/${executable}_unit.o)
  set(ends $<TARGET_OBJECTS:oncelab::unit_ends>)
  # Makefiles know no rule for the objects of another target: the targets come first.
  set(targets ${ARGN})
  get_target_property(imported oncelab::unit_ends IMPORTED)
  if(NOT imported)
    list(APPEND targets oncelab::unit_ends)
  endif()
  add_custom_command(OUTPUT ${unit}
    COMMAND sh ${here}/link_unit.sh ${unit} ${ONCELAB_GNU_LD}
      ${ONCELAB_GNU_OBJCOPY} ${ONCELAB_GNU_NM} ${here}/unit.ld ${here}/unit.symbols
      ${ends} ${objects}
    DEPENDS ${targets} ${objects} ${ends} ${here}/link_unit.sh ${here}/unit.ld ${here}/unit.symbols
    COMMAND_EXPAND_LISTS VERBATIM
    COMMENT "Linking instrumented unit of ${executable}")
  target_sources(${executable} PRIVATE ${unit})
  target_link_libraries(${executable} PRIVATE oncelab::runtime)
  target_link_options(${executable} PRIVATE -rdynamic -no-pie)
  target_compile_options(${executable} PRIVATE -fno-pie)
  set_target_properties(${executable} PROPERTIES
    POSITION_INDEPENDENT_CODE OFF INTERPROCEDURAL_OPTIMIZATION OFF)
endfunction()
