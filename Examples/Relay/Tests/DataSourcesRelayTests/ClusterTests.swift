import Testing

/// The tests that share a cluster.
///
/// One after the other, since some of them kill its servers.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct ClusterTests {}
