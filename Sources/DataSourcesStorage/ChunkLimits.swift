/// The capacities of the nodes of a chunk tree.
///
/// Leaves of 32 elements and branches of 16 children were the best compromise of six shapes measured: smaller nodes
/// edit 7 % faster but iterate slower, larger ones the opposite. Under `DATASOURCES_INTERNAL_CHECKS` nodes are tiny, so
/// that small tests grow deep trees.
@usableFromInline
package enum ChunkLimits {
    #if DATASOURCES_INTERNAL_CHECKS
    @inlinable package static var leaf: Int { 4 }
    @inlinable package static var branch: Int { 4 }
    #else
    @inlinable package static var leaf: Int { 32 }
    @inlinable package static var branch: Int { 16 }
    #endif

    /// The fill of nodes built in bulk: three quarters, which leaves room for later insertions.
    @inlinable package static var leafFill: Int { leaf * 3 / 4 }
    @inlinable package static var branchFill: Int { branch * 3 / 4 }
}
