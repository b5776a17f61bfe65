# MPI between the processes of one machine: find_package(Weft), target Weft::MPI.
get_filename_component(weft_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(Weft_VERSION @VERSION@)
if(NOT TARGET Weft::MPI)
  add_library(Weft::MPI STATIC IMPORTED)
  set_target_properties(Weft::MPI PROPERTIES
    IMPORTED_LOCATION "${weft_prefix}/lib/weft/libweft.a"
    INTERFACE_INCLUDE_DIRECTORIES "${weft_prefix}/include/weft"
    INTERFACE_COMPILE_OPTIONS "@COMPILE@"
    INTERFACE_LINK_OPTIONS "@LINK@")
endif()
