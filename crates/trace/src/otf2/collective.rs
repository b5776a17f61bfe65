//! The collective operations of MPI as OTF2 numbers them (OTF2_Events.h, OTF2_CollectiveOp).

/// The number of MPI_Barrier.
pub const BARRIER: u8 = 0;

/// Returns the number of the operation that an MPI function carries out; None if it is not collective.
pub fn operation(function: &str) -> Option<u8> {
    Some(match function {
        "MPI_Barrier" => BARRIER,
        "MPI_Bcast" => 1,
        "MPI_Gather" => 2,
        "MPI_Gatherv" => 3,
        "MPI_Scatter" => 4,
        "MPI_Scatterv" => 5,
        "MPI_Allgather" => 6,
        "MPI_Allgatherv" => 7,
        "MPI_Alltoall" => 8,
        "MPI_Alltoallv" => 9,
        "MPI_Alltoallw" => 10,
        "MPI_Allreduce" => 11,
        "MPI_Reduce" => 12,
        "MPI_Reduce_scatter" => 13,
        "MPI_Scan" => 14,
        "MPI_Exscan" => 15,
        "MPI_Reduce_scatter_block" => 16,
        _ => return None,
    })
}
