import ArgumentParser
import Console
import ConsoleTesting
import DataSourcesRelay
import Foundation
import Testing

@testable import Relay

@Suite struct OptionsTests {
    @Test(arguments: [
        (["writer"], "--connect"),
        (["serve", "--connect", "nats://127.0.0.1:1", "--replicas", "2"], "It takes 1, 3 or 5."),
        (["serve", "--login", "nobody"], "--login takes user:password."),
        (["serve", "--tls-key", "key.pem"], "--tls-certificate and --tls-key belong together."),
        (["writer", "--host", "0.0.0.0"], "say with --address"),
        (["--relays", "0"], "It takes a whole number from 1 to 20."),
        (["--nonsense"], "--nonsense"),
    ])
    func `A wrong command line is refused, and told`(arguments: [String], text: String) async throws {
        try await expectFailure(arguments, 64, text)
    }

    @Test func `Servers that do not answer are named`() async throws {
        try await expectFailure(["serve", "--connect", "nats://127.0.0.1:1"], 1, "127.0.0.1:1")
    }

    @Test(arguments: [["--help"], ["writer", "--help"], ["serve", "--help"], ["local", "--help"]])
    func `There is help`(_ arguments: [String]) async {
        #expect(await Program.run(arguments, output: open("/dev/null", O_WRONLY)) == .success)
    }

    @Test func `Other processes are given the same options`() throws {
        let arguments = [
            "--connect", "tls://a:1", "--stream", "s", "--replicas", "5", "--login", "u:p:q", "--tls-authorities",
            "a.pem",
            "--tls-certificate", "c.pem", "--tls-key", "k.pem",
        ]
        let options = try ConnectionOptions.parse(arguments)
        #expect(options.arguments(servers: options.servers) == arguments)
        let settings = options.settings(name: "n")
        guard case .user(let user, let password) = settings.credentials else { throw CancellationError() }
        #expect((user, password) == ("u", "p:q"))
        #expect(settings.tls?.authorities == "a.pem")
        #expect(settings.tls?.certificate?.key == "k.pem")
    }

    private func expectFailure(_ arguments: [String], _ code: Int32, _ text: String) async throws {
        let pipe = Pipe()
        let result = await Program.run(arguments, errors: pipe.fileHandleForWriting.fileDescriptor)
        try pipe.fileHandleForWriting.close()
        let told = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(result.rawValue == code)
        #expect(told.contains(text), "\(told)")
    }
}
