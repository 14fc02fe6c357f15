# oncelab_embed(TARGET FUNCTION HEADER FILES...): makes text files part of a target. FUNCTION, which
# HEADER declares in namespace oncelab::report, then returns them by name, without folder and
# ending, in the order given.
set(ONCELAB_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/embed_files.cmake)

function(oncelab_embed target function header)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${function}.cpp)
  list(TRANSFORM ARGN PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/ OUTPUT_VARIABLE files)
  string(REPLACE ";" "|" joined "${files}")
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DFUNCTION=${function} -DHEADER=${header}
      "-DFILES=${joined}" -P ${ONCELAB_EMBED_SCRIPT}
    DEPENDS ${files} ${ONCELAB_EMBED_SCRIPT} VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()
