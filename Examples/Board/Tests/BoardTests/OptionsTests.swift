import Console
import ConsoleTesting
import Testing

@testable import Board
@testable import BoardKit

@Suite struct OptionsTests {
    @Test func `Without arguments the board is on loopback`() throws {
        let program = try Program.parse(commandLine: [])
        let options = program.options
        #expect((options.host, options.port, program.database) == ("127.0.0.1", 8_080, "board.sqlite"))
        #expect(options.settings.page == nil)
    }

    @Test func `There is help`() {
        expectHelp(
            of: Program.self,
            names: [
                "--host <host>", "--port <port>", "--database <file>", "--allow-host <name>", "--connections <count>",
                "--streams <count>", "--commands <count>", "--views <count>", "--history <count>", "--interval <ms>",
                "--public <folder>",
                "--log-level <level>",
            ], beside: ["--port", "0"])
    }

    @Test(arguments: ["-1", "65536", "x", ""]) func `A wrong port is refused`(_ port: String) {
        expectRefusal(
            of: ["--port", port], by: Program.self,
            "The value '\(port)' is invalid for '--port <port>': It takes a whole number from 0 to 65535.")
    }

    @Test func `The server takes 1,000 connections, or as many as the command line says`() throws {
        #expect(try Program.parse(commandLine: []).options.settings.connections == 1_000)
        #expect(try Program.parse(commandLine: ["--connections", "6000"]).options.settings.connections == 6_000)
    }

    @Test func `What one address may do is half of the connections, 3,000 edits and 40 searches, or what is said`()
        throws
    {
        let settings = try Program.parse(commandLine: ["--connections", "60"]).options.settings
        #expect(settings.views.streamsPerClient == 30)
        #expect((settings.commandsPerMinute, settings.views.perClient) == (3_000, 40))
        let said = try Program.parse(commandLine: ["--streams", "7", "--commands", "8", "--views", "9"]).options
            .settings
        #expect((said.views.streamsPerClient, said.commandsPerMinute, said.views.perClient) == (7, 8, 9))
    }

    @Test(arguments: ["0", "-1", "100001", "x", ""]) func `A wrong number of connections is refused`(_ count: String) {
        expectRefusal(
            of: ["--connections", count], by: Program.self,
            "The value '\(count)' is invalid for '--connections <count>': It takes a whole number from 1 to 100000.")
    }

    @Test func `Frames are 50 milliseconds apart, or as far as the command line says`() throws {
        #expect(try Program.parse(commandLine: []).options.settings.views.pace.shortest == .milliseconds(50))
        for interval in [0, 150, 10_000] {
            let settings = try Program.parse(commandLine: ["--interval", "\(interval)"]).options.settings
            #expect(settings.views.pace.shortest == .milliseconds(interval))
        }
    }

    @Test(arguments: ["-1", "10001", "x", ""]) func `A wrong interval is refused`(_ interval: String) {
        expectRefusal(
            of: ["--interval", interval], by: Program.self,
            "The value '\(interval)' is invalid for '--interval <ms>': "
                + "It takes a whole number from 0 to 10000.")
    }

    @Test(arguments: [("::1", "[::1]"), ("0.0.0.0", "127.0.0.1"), ("192.168.1.7", "192.168.1.7")])
    func `The address can be opened in a browser`(_ host: String, _ address: String) throws {
        #expect(try Program.parse(commandLine: ["--host", host]).options.address == address)
    }
}
