import ArgumentParser
import GRDB
import Hummingbird
import Logging
import Metrics
import ServiceLifecycle
import DataSourcesWire

@main struct Board: AsyncParsableCommand {
    func run() async throws {}
}
