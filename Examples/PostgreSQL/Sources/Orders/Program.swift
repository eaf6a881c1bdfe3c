import ArgumentParser
import Console
import DataSources
import DataSourcesPostgreSQL
import Foundation
import PrivateServer
import Processes
import TerminalViews

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Shows orders by status while they change.
struct Program: ConsoleProgram {
    static let configuration = CommandConfiguration(
        commandName: "Orders",
        abstract: "Shows a table of orders in PostgreSQL, live, by logical replication.",
        usage: """
            swift run --package-path Examples/PostgreSQL Orders [<options>]
              Orders check [<options>]
            """,
        discussion: """
            It starts Debian's server on a socket in a temporary folder, or uses yours with --connect, where it makes a schema of its own. In a terminal it redraws in place and q quits; piped, or with --plain, it prints a line at a time. At the end it removes all that it has made. Orders check puts load and faults on it: see Orders check --help.

            EXAMPLES:
              Orders --plain --count 3
              Orders --connect postgresql://localhost/shop

            EXIT CODES:
              0    q, after --count, or when a pipe's reader has left
              1    the server cannot be started, or the table not followed
              64   the command line is wrong
              130  Ctrl-C: 128 and the signal's number, as for any other signal
            """
    )

    @OptionGroup var options: Options

    func run() async throws {
        let isDrawn =
            StandardOutput.isTerminal && !options.printsLines && getenv("TERM").map { String(cString: $0) } != "dumb"
        if isDrawn { throw ExitCode(try await work(isDrawn: true)) }
        throw ExitCode(try await untilInterrupted { try await work(isDrawn: false) })
    }

    /// - Returns: The exit code.
    private func work(isDrawn: Bool) async throws -> Int32 {
        let server = options.connect == nil ? try await blocking { try PrivateServer() } : nil
        let shop = Shop(url: options.connect ?? server?.url ?? "", schema: "datasources_orders_\(getpid())")
        let outcome: Result<Int32, any Error>
        do {
            try await shop.create(orders: options.orders)
            outcome = .success(try await show(shop, isDrawn: isDrawn))
        } catch {
            outcome = .failure(error)
        }
        // Also after an interruption, which has cancelled this task.
        await Task { [keep = options.keep] in
            if !keep { try? await shop.remove() }
            if let server { _ = try? await blocking { server.remove(keepsFolder: keep) } }
        }.value
        if options.keep {
            let place = server.map { "in the server of \($0.folder.path), which does not run" } ?? "on the server"
            try StandardOutput.write("kept: the schema \(shop.schema) \(place)\n", to: STDERR_FILENO)
        }
        return try outcome.get()
    }

    private func show(_ shop: Shop, isDrawn: Bool) async throws -> Int32 {
        let views = Views()
        let (follower, rate) = (shop.follower, options.rate)
        // Kept by its owner: the list ends when the connection cannot be mended.
        let keep: @Sendable () async throws -> Void = {
            try await withThrowingTaskGroup(of: Void.self) { @Sendable group in
                group.addTask { try await follower.run(views.orders) }
                group.addTask { try await shop.work(changesPerSecond: rate) }
                defer { group.cancelAll() }
                try await group.next()
            }
        }
        if isDrawn {
            let palette: Palette = getenv("NO_COLOR") == nil ? .color : .monochrome
            return try await draw(views, palette, keep)
        }
        try await withThrowingTaskGroup(of: Void.self) { @Sendable [options] group in
            group.addTask { try await keep() }
            group.addTask { try await Printer(options: options).run(views) }
            defer { group.cancelAll() }
            try await group.next()
        }
        return 0
    }

    @MainActor
    private func draw(
        _ views: Views, _ palette: Palette, _ keep: @escaping @Sendable () async throws -> Void
    ) async throws -> Int32 {
        let screen = await Screen(of: views)
        return try await TerminalWindow(of: screen, palette: palette).run {
            try await withThrowingTaskGroup(of: Void.self) { @Sendable group in
                group.addTask { try await keep() }
                group.addTask { await screen.follow() }
                defer { group.cancelAll() }
                try await group.next()
            }
        }
    }
}

/// Prints lines.
private struct Printer: Sendable {
    let options: Options

    /// Prints as many lines as wanted, the first one when the list is ready.
    func run(_ views: Views) async throws {
        await views.orders.status.firstValue { $0 == .ready }
        let start = ContinuousClock.now
        var (lines, next) = (0, start)
        while lines != options.count ?? -1 {
            let orders = await views.totals.snapshot.map { "\($0.id.name) \($0.value.orders.grouped)" }
            let position = views.orders.position.value?.description ?? "no position"
            let status = views.orders.status.value.text
            let seconds = (next - start) / .seconds(1)
            try StandardOutput.write(
                "\(Int(seconds.rounded())) s: \(status) at \(position); \(orders.joined(separator: ", "))\n")
            lines += 1
            if lines == options.count ?? -1 { return }
            next += options.interval
            try await Task.sleep(until: next, clock: .continuous)
        }
    }
}
