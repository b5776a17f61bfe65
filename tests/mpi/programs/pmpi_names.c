// Every function of the interface also has a PMPI name.
//
// ranks: 1
// covers: MPI_Abort MPI_Allgather MPI_Allgatherv MPI_Allreduce MPI_Alltoall MPI_Alltoallv MPI_Barrier
// covers: MPI_Bcast MPI_Bsend MPI_Buffer_attach MPI_Buffer_detach MPI_Cancel MPI_Cart_coords
// covers: MPI_Cart_create MPI_Cart_get MPI_Cart_rank MPI_Cart_shift MPI_Cart_sub MPI_Cartdim_get
// covers: MPI_Comm_call_errhandler MPI_Comm_compare MPI_Comm_create MPI_Comm_create_errhandler
// covers: MPI_Comm_create_group MPI_Comm_create_keyval MPI_Comm_delete_attr MPI_Comm_dup
// covers: MPI_Comm_dup_with_info MPI_Comm_free MPI_Comm_get_info MPI_Comm_set_info
// covers: MPI_Comm_free_keyval MPI_Comm_get_attr MPI_Comm_get_errhandler MPI_Comm_get_name MPI_Comm_group
// covers: MPI_Comm_idup MPI_Comm_rank MPI_Comm_set_attr MPI_Comm_set_errhandler MPI_Comm_set_name
// covers: MPI_Comm_size MPI_Comm_split MPI_Comm_split_type MPI_Dims_create MPI_Errhandler_free
// covers: MPI_Error_class MPI_Error_string MPI_Exscan MPI_Finalize MPI_Finalized MPI_Gather MPI_Gatherv
// covers: MPI_Get_address MPI_Get_count MPI_Get_elements MPI_Get_processor_name MPI_Get_version
// covers: MPI_Group_compare MPI_Group_difference MPI_Group_excl MPI_Group_free MPI_Group_incl
// covers: MPI_Group_intersection MPI_Group_range_excl MPI_Group_range_incl MPI_Group_rank MPI_Group_size
// covers: MPI_Group_translate_ranks MPI_Group_union MPI_Ibarrier MPI_Ibsend MPI_Improbe MPI_Imrecv
// covers: MPI_Info_create MPI_Info_delete MPI_Info_dup MPI_Info_free MPI_Info_get MPI_Info_get_nkeys
// covers: MPI_Info_get_nthkey MPI_Info_get_valuelen MPI_Info_set MPI_Init MPI_Init_thread MPI_Initialized
// covers: MPI_Iprobe MPI_Irecv MPI_Irsend MPI_Is_thread_main MPI_Isend MPI_Issend MPI_Mprobe MPI_Mrecv
// covers: MPI_Op_create MPI_Op_free MPI_Pack MPI_Pack_size MPI_Pcontrol MPI_Probe MPI_Query_thread
// covers: MPI_Recv MPI_Recv_init MPI_Reduce MPI_Reduce_local MPI_Reduce_scatter MPI_Reduce_scatter_block
// covers: MPI_Request_free MPI_Request_get_status MPI_Rsend MPI_Scan MPI_Scatter MPI_Scatterv
// covers: MPI_Send MPI_Send_init MPI_Sendrecv MPI_Sendrecv_replace MPI_Ssend MPI_Start MPI_Startall
// covers: MPI_Test MPI_Test_cancelled MPI_Testall MPI_Testany MPI_Testsome MPI_Topo_test MPI_Type_commit
// covers: MPI_Type_contiguous MPI_Type_create_hindexed MPI_Type_create_hvector MPI_Type_create_indexed_block
// covers: MPI_Type_create_resized MPI_Type_create_struct MPI_Type_create_subarray MPI_Type_dup MPI_Type_free
// covers: MPI_Type_get_extent MPI_Type_get_true_extent MPI_Type_indexed MPI_Type_size MPI_Type_vector
// covers: MPI_Unpack MPI_Wait MPI_Waitall MPI_Waitany MPI_Waitsome MPI_Wtick MPI_Wtime
#include "say.h"
#include <stddef.h>

typedef void function(void);

// Each function by its two names.
static function *const names[][2] = {
    {(function *)MPI_Send, (function *)PMPI_Send},
    {(function *)MPI_Ssend, (function *)PMPI_Ssend},
    {(function *)MPI_Rsend, (function *)PMPI_Rsend},
    {(function *)MPI_Bsend, (function *)PMPI_Bsend},
    {(function *)MPI_Buffer_attach, (function *)PMPI_Buffer_attach},
    {(function *)MPI_Buffer_detach, (function *)PMPI_Buffer_detach},
    {(function *)MPI_Isend, (function *)PMPI_Isend},
    {(function *)MPI_Issend, (function *)PMPI_Issend},
    {(function *)MPI_Irsend, (function *)PMPI_Irsend},
    {(function *)MPI_Ibsend, (function *)PMPI_Ibsend},
    {(function *)MPI_Recv, (function *)PMPI_Recv},
    {(function *)MPI_Irecv, (function *)PMPI_Irecv},
    {(function *)MPI_Sendrecv, (function *)PMPI_Sendrecv},
    {(function *)MPI_Sendrecv_replace, (function *)PMPI_Sendrecv_replace},
    {(function *)MPI_Probe, (function *)PMPI_Probe},
    {(function *)MPI_Iprobe, (function *)PMPI_Iprobe},
    {(function *)MPI_Mprobe, (function *)PMPI_Mprobe},
    {(function *)MPI_Improbe, (function *)PMPI_Improbe},
    {(function *)MPI_Mrecv, (function *)PMPI_Mrecv},
    {(function *)MPI_Imrecv, (function *)PMPI_Imrecv},
    {(function *)MPI_Cancel, (function *)PMPI_Cancel},
    {(function *)MPI_Test_cancelled, (function *)PMPI_Test_cancelled},
    {(function *)MPI_Wait, (function *)PMPI_Wait},
    {(function *)MPI_Waitall, (function *)PMPI_Waitall},
    {(function *)MPI_Waitany, (function *)PMPI_Waitany},
    {(function *)MPI_Waitsome, (function *)PMPI_Waitsome},
    {(function *)MPI_Test, (function *)PMPI_Test},
    {(function *)MPI_Testall, (function *)PMPI_Testall},
    {(function *)MPI_Testany, (function *)PMPI_Testany},
    {(function *)MPI_Testsome, (function *)PMPI_Testsome},
    {(function *)MPI_Request_free, (function *)PMPI_Request_free},
    {(function *)MPI_Request_get_status, (function *)PMPI_Request_get_status},
    {(function *)MPI_Send_init, (function *)PMPI_Send_init},
    {(function *)MPI_Recv_init, (function *)PMPI_Recv_init},
    {(function *)MPI_Start, (function *)PMPI_Start},
    {(function *)MPI_Startall, (function *)PMPI_Startall},
    {(function *)MPI_Get_count, (function *)PMPI_Get_count},
    {(function *)MPI_Get_elements, (function *)PMPI_Get_elements},
    {(function *)MPI_Barrier, (function *)PMPI_Barrier},
    {(function *)MPI_Ibarrier, (function *)PMPI_Ibarrier},
    {(function *)MPI_Bcast, (function *)PMPI_Bcast},
    {(function *)MPI_Gather, (function *)PMPI_Gather},
    {(function *)MPI_Gatherv, (function *)PMPI_Gatherv},
    {(function *)MPI_Scatter, (function *)PMPI_Scatter},
    {(function *)MPI_Scatterv, (function *)PMPI_Scatterv},
    {(function *)MPI_Allgather, (function *)PMPI_Allgather},
    {(function *)MPI_Allgatherv, (function *)PMPI_Allgatherv},
    {(function *)MPI_Alltoall, (function *)PMPI_Alltoall},
    {(function *)MPI_Alltoallv, (function *)PMPI_Alltoallv},
    {(function *)MPI_Reduce, (function *)PMPI_Reduce},
    {(function *)MPI_Allreduce, (function *)PMPI_Allreduce},
    {(function *)MPI_Reduce_scatter, (function *)PMPI_Reduce_scatter},
    {(function *)MPI_Reduce_scatter_block, (function *)PMPI_Reduce_scatter_block},
    {(function *)MPI_Scan, (function *)PMPI_Scan},
    {(function *)MPI_Exscan, (function *)PMPI_Exscan},
    {(function *)MPI_Reduce_local, (function *)PMPI_Reduce_local},
    {(function *)MPI_Op_create, (function *)PMPI_Op_create},
    {(function *)MPI_Op_free, (function *)PMPI_Op_free},
    {(function *)MPI_Comm_rank, (function *)PMPI_Comm_rank},
    {(function *)MPI_Comm_size, (function *)PMPI_Comm_size},
    {(function *)MPI_Comm_dup, (function *)PMPI_Comm_dup},
    {(function *)MPI_Comm_dup_with_info, (function *)PMPI_Comm_dup_with_info},
    {(function *)MPI_Comm_idup, (function *)PMPI_Comm_idup},
    {(function *)MPI_Comm_split, (function *)PMPI_Comm_split},
    {(function *)MPI_Comm_split_type, (function *)PMPI_Comm_split_type},
    {(function *)MPI_Comm_create, (function *)PMPI_Comm_create},
    {(function *)MPI_Comm_create_group, (function *)PMPI_Comm_create_group},
    {(function *)MPI_Comm_free, (function *)PMPI_Comm_free},
    {(function *)MPI_Comm_compare, (function *)PMPI_Comm_compare},
    {(function *)MPI_Comm_group, (function *)PMPI_Comm_group},
    {(function *)MPI_Comm_set_name, (function *)PMPI_Comm_set_name},
    {(function *)MPI_Comm_get_name, (function *)PMPI_Comm_get_name},
    {(function *)MPI_Comm_set_info, (function *)PMPI_Comm_set_info},
    {(function *)MPI_Comm_get_info, (function *)PMPI_Comm_get_info},
    {(function *)MPI_Comm_create_keyval, (function *)PMPI_Comm_create_keyval},
    {(function *)MPI_Comm_free_keyval, (function *)PMPI_Comm_free_keyval},
    {(function *)MPI_Comm_set_attr, (function *)PMPI_Comm_set_attr},
    {(function *)MPI_Comm_get_attr, (function *)PMPI_Comm_get_attr},
    {(function *)MPI_Comm_delete_attr, (function *)PMPI_Comm_delete_attr},
    {(function *)MPI_Comm_create_errhandler, (function *)PMPI_Comm_create_errhandler},
    {(function *)MPI_Comm_set_errhandler, (function *)PMPI_Comm_set_errhandler},
    {(function *)MPI_Comm_get_errhandler, (function *)PMPI_Comm_get_errhandler},
    {(function *)MPI_Comm_call_errhandler, (function *)PMPI_Comm_call_errhandler},
    {(function *)MPI_Errhandler_free, (function *)PMPI_Errhandler_free},
    {(function *)MPI_Error_class, (function *)PMPI_Error_class},
    {(function *)MPI_Error_string, (function *)PMPI_Error_string},
    {(function *)MPI_Cart_create, (function *)PMPI_Cart_create},
    {(function *)MPI_Cart_coords, (function *)PMPI_Cart_coords},
    {(function *)MPI_Cart_rank, (function *)PMPI_Cart_rank},
    {(function *)MPI_Cart_shift, (function *)PMPI_Cart_shift},
    {(function *)MPI_Cart_sub, (function *)PMPI_Cart_sub},
    {(function *)MPI_Cart_get, (function *)PMPI_Cart_get},
    {(function *)MPI_Cartdim_get, (function *)PMPI_Cartdim_get},
    {(function *)MPI_Topo_test, (function *)PMPI_Topo_test},
    {(function *)MPI_Dims_create, (function *)PMPI_Dims_create},
    {(function *)MPI_Group_size, (function *)PMPI_Group_size},
    {(function *)MPI_Group_rank, (function *)PMPI_Group_rank},
    {(function *)MPI_Group_incl, (function *)PMPI_Group_incl},
    {(function *)MPI_Group_excl, (function *)PMPI_Group_excl},
    {(function *)MPI_Group_range_incl, (function *)PMPI_Group_range_incl},
    {(function *)MPI_Group_range_excl, (function *)PMPI_Group_range_excl},
    {(function *)MPI_Group_union, (function *)PMPI_Group_union},
    {(function *)MPI_Group_intersection, (function *)PMPI_Group_intersection},
    {(function *)MPI_Group_difference, (function *)PMPI_Group_difference},
    {(function *)MPI_Group_translate_ranks, (function *)PMPI_Group_translate_ranks},
    {(function *)MPI_Group_compare, (function *)PMPI_Group_compare},
    {(function *)MPI_Group_free, (function *)PMPI_Group_free},
    {(function *)MPI_Type_contiguous, (function *)PMPI_Type_contiguous},
    {(function *)MPI_Type_vector, (function *)PMPI_Type_vector},
    {(function *)MPI_Type_create_hvector, (function *)PMPI_Type_create_hvector},
    {(function *)MPI_Type_indexed, (function *)PMPI_Type_indexed},
    {(function *)MPI_Type_create_hindexed, (function *)PMPI_Type_create_hindexed},
    {(function *)MPI_Type_create_indexed_block, (function *)PMPI_Type_create_indexed_block},
    {(function *)MPI_Type_create_struct, (function *)PMPI_Type_create_struct},
    {(function *)MPI_Type_create_subarray, (function *)PMPI_Type_create_subarray},
    {(function *)MPI_Type_create_resized, (function *)PMPI_Type_create_resized},
    {(function *)MPI_Type_dup, (function *)PMPI_Type_dup},
    {(function *)MPI_Type_commit, (function *)PMPI_Type_commit},
    {(function *)MPI_Type_free, (function *)PMPI_Type_free},
    {(function *)MPI_Type_size, (function *)PMPI_Type_size},
    {(function *)MPI_Type_get_extent, (function *)PMPI_Type_get_extent},
    {(function *)MPI_Type_get_true_extent, (function *)PMPI_Type_get_true_extent},
    {(function *)MPI_Get_address, (function *)PMPI_Get_address},
    {(function *)MPI_Pack, (function *)PMPI_Pack},
    {(function *)MPI_Unpack, (function *)PMPI_Unpack},
    {(function *)MPI_Pack_size, (function *)PMPI_Pack_size},
    {(function *)MPI_Info_create, (function *)PMPI_Info_create},
    {(function *)MPI_Info_set, (function *)PMPI_Info_set},
    {(function *)MPI_Info_get, (function *)PMPI_Info_get},
    {(function *)MPI_Info_get_nkeys, (function *)PMPI_Info_get_nkeys},
    {(function *)MPI_Info_get_nthkey, (function *)PMPI_Info_get_nthkey},
    {(function *)MPI_Info_get_valuelen, (function *)PMPI_Info_get_valuelen},
    {(function *)MPI_Info_delete, (function *)PMPI_Info_delete},
    {(function *)MPI_Info_dup, (function *)PMPI_Info_dup},
    {(function *)MPI_Info_free, (function *)PMPI_Info_free},
    {(function *)MPI_Init, (function *)PMPI_Init},
    {(function *)MPI_Init_thread, (function *)PMPI_Init_thread},
    {(function *)MPI_Query_thread, (function *)PMPI_Query_thread},
    {(function *)MPI_Is_thread_main, (function *)PMPI_Is_thread_main},
    {(function *)MPI_Initialized, (function *)PMPI_Initialized},
    {(function *)MPI_Finalize, (function *)PMPI_Finalize},
    {(function *)MPI_Finalized, (function *)PMPI_Finalized},
    {(function *)MPI_Abort, (function *)PMPI_Abort},
    {(function *)MPI_Wtime, (function *)PMPI_Wtime},
    {(function *)MPI_Wtick, (function *)PMPI_Wtick},
    {(function *)MPI_Get_version, (function *)PMPI_Get_version},
    {(function *)MPI_Get_processor_name, (function *)PMPI_Get_processor_name},
    {(function *)MPI_Pcontrol, (function *)PMPI_Pcontrol},
};

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    size_t there = 0;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        there += names[i][0] != NULL && names[i][1] != NULL;
    say("all there: %d", there == sizeof names / sizeof names[0]);
    end();
}
