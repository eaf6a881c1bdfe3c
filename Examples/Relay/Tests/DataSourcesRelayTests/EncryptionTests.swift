import DataSources
import DataSourcesRelay
import DataSourcesWire
import Foundation
import PrivateCluster
import Processes
import Testing

/// With files that `openssl` makes.
@Suite(.timeLimit(.minutes(2)), .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")))
struct EncryptionTests {
    @Test func `a connection is encrypted, and each side proves itself`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "nats-tls-\(UInt32.random(in: 0 ... .max))")
        defer { try? FileManager.default.removeItem(at: folder) }
        let path: @Sendable (String) -> String = { name in folder.appending(path: name).path }
        let cluster = try await blocking {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for name in ["trusted", "other"] { try makeCertificates(name, in: folder) }
            return try NatsCluster(
                nodes: 1,
                configuration: """
                    tls {
                        cert_file: "\(path("trusted.pem"))"
                        key_file: "\(path("trusted.key"))"
                        ca_file: "\(path("trusted-ca.pem"))"
                        verify: true
                    }
                    """)
        }
        defer { cluster.remove() }
        var settings = NatsSettings(servers: cluster.servers)
        settings.tls = .init(
            authorities: path("trusted-ca.pem"), certificate: (path("trusted.pem"), path("trusted.key")))
        let log = try await NatsLog(
            NatsLogSettings(stream: "log", replicas: 1), on: try await NatsConnection.open(settings))
        try await log.append(LogMessage(1), after: 0)

        // An authority that did not sign the server's certificate, no certificate of the client, and a wrong one.
        let wrong: [NatsSettings.TLS] = [
            .init(authorities: path("other-ca.pem"), certificate: (path("trusted.pem"), path("trusted.key"))),
            .init(authorities: path("trusted-ca.pem")),
            .init(authorities: path("trusted-ca.pem"), certificate: (path("other.pem"), path("other.key"))),
        ]
        for tls in wrong {
            settings.tls = tls
            let error = await #expect(throws: NatsError.self) { try await NatsConnection.open(settings) }
            #expect(error.map { [.refused, .unreachable].contains($0.code) } == true)
        }
        settings.tls = .init(authorities: path("missing.pem"))
        let error = await #expect(throws: NatsError.self) { try await NatsConnection.open(settings) }
        #expect(error?.code == .settings)
    }
}

/// Makes an authority, and a certificate of it for 127.0.0.1, with a key.
private func makeCertificates(_ name: String, in folder: URL) throws {
    let script = """
        set -e
        key="-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
        openssl req -x509 $key -keyout $1-ca.key -out $1-ca.pem -days 2 -subj "/CN=$1-ca"
        openssl req $key -keyout $1.key -out $1.csr -subj "/CN=127.0.0.1"
        echo "subjectAltName=IP:127.0.0.1" > $1.ext
        openssl x509 -req -in $1.csr -CA $1-ca.pem -CAkey $1-ca.key -CAcreateserial -out $1.pem -days 2 -extfile $1.ext
        """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script, "sh", name]
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
}
