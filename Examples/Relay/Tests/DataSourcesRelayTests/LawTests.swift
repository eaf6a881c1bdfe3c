import DataSourcesRelay
import DataSourcesWireTesting
import Testing

extension ClusterTests {
    @Test(arguments: FrameLogCheck<NatsLog>.all)
    func `the law holds`(check: FrameLogCheck<NatsLog>) async throws {
        try await check.run(on: try await TestCluster.clients(3))
    }
}
