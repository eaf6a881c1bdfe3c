import NIOCore
import NIOPosix
import Pages
import Testing

@Suite(.timeLimit(.minutes(1))) struct ChoreServerTests {
    /// A port that was free a moment ago.
    private func freePort() async throws -> Int {
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .bind(host: "127.0.0.1", port: 0).get()
        let port = channel.localAddress?.port
        try await channel.close()
        return try #require(port)
    }

    /// A command of the page, with another port.
    private func curl(_ command: String, _ port: Int) throws -> [String] {
        let page = try Page("TutorialService")
        try #require(page.blocks("sh").joined().contains(command))
        return command.replacing("8080", with: "\(port)").split(separator: "\"").enumerated().flatMap { index, part in
            // What is between quotes is one argument.
            index.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [String(part)]
        }
    }

    @Test func `the page's commands give the page's output, and Ctrl-C ends server and client`() async throws {
        let port = try await freePort()
        var server = try RunningProgram("ChoreServer", environment: ["PORT": "\(port)"])
        let quiet = ["--silent", "--fail-with-body"]
        let patience = ["--silent", "--retry", "20", "--retry-connrefused", "--retry-delay", "1"]
        let follow = try curl("curl --no-buffer http://127.0.0.1:8080/chores/events", port)
        var client = try RunningProgram("/usr/bin/env", follow + patience)
        #expect(await client.printed("\"part\""))
        let add = try curl("curl --data \"Buy milk\" http://127.0.0.1:8080/chores", port)
        #expect(try await Program.output(of: "/usr/bin/env", add + quiet) == "")
        #expect(await client.printed("\"in\""))
        let done = try curl("curl --request POST http://127.0.0.1:8080/chores/1/done", port)
        #expect(try await Program.output(of: "/usr/bin/env", done + quiet) == "")
        #expect(await client.printed("\"up\""))
        server.interrupt()
        #expect(await server.ended() == 0)
        #expect(await client.ended() == 0)
        // The epoch is a random number.
        let number = /[0-9]{6,}/
        let shown = try #require(try Page("TutorialService").blocks("").first)
        let epoch = try #require(shown.firstMatch(of: number)).output
        #expect(client.text.replacing(number, with: epoch) == shown)
    }

    @Test func `a chore that is not there is not found`() async throws {
        let port = try await freePort()
        var server = try RunningProgram("ChoreServer", environment: ["PORT": "\(port)"])
        let code = try await Program.output(
            of: "/usr/bin/env",
            [
                "curl", "--silent", "--retry", "20", "--retry-connrefused", "--retry-delay", "1", "--output",
                "/dev/null", "--write-out", "%{http_code}", "--request", "POST",
                "http://127.0.0.1:\(port)/chores/7/done",
            ])
        #expect(code == "404")
        server.interrupt()
        #expect(await server.ended() == 0)
    }
}
