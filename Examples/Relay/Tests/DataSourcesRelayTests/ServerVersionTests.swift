import DataSourcesRelay
import Testing

struct ServerVersionTests {
    @Test(arguments: [
        ("2.9.10", false), ("2.11.99", false), ("1.99.0", false), ("2.12.0", true), ("2.12.0-RC.1", true),
        ("2.14.5", true),
        ("3.0.0", true),
    ])
    func `versions before 2,12 are too old`(text: String, isNewEnough: Bool) throws {
        let oldest = try #require(ServerVersion.oldest)
        #expect((try #require(ServerVersion(text)) >= oldest) == isNewEnough)
    }

    @Test(arguments: ["", "2", "x.y.z", "-1.2"])
    func `what is no version is refused`(text: String) {
        #expect(ServerVersion(text) == nil)
    }
}
