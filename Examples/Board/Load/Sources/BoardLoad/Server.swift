/// What the server says about itself.
struct Server: Sendable {
    /// The position of the whole board.
    let position: String
    let version: UInt64
    let memory: Int
    let processor: Double
    let encoded: Double

    init(_ requests: inout Requests) async throws {
        // A new title each time: an equal state has no frame.
        let rename = "{\"id\":\"load-0\",\"title\":\"Card 0 at \(now())\"}"
        guard let position = try await requests.command("rename", rename) else {
            throw LoadError("the server does not answer")
        }
        self.position = position
        version = position.split(separator: "-").last.flatMap { UInt64($0) } ?? 0
        var values: [String: Double] = [:]
        for line in try await requests.send("GET", "/metrics").split(separator: "\n") {
            let parts = line.split(separator: " ")
            if parts.count == 2 { values[String(parts[0])] = Double(parts[1]) }
        }
        memory = Int(values["process_resident_memory_bytes"] ?? 0)
        processor = values["process_cpu_seconds_total"] ?? 0
        encoded = values["board_frames_encoded"] ?? 0
    }
}
