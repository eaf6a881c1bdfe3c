internal import DataSources

// A message of a log in bytes: a version, the writer and the number, how many sources were removed before it and how many
// of these are forgotten; then the name of a mark, or records. Integers and texts are as in frames.
extension LogBatch {
    private static let version: UInt8 = 1

    /// What the bytes of a batch take besides its records, at most.
    static let overhead = 72

    var bytes: [UInt8] {
        var writer = BinaryWriter()
        writer.bytes.append(Self.version)
        writer.write(eightBytes: self.writer)
        writer.write(unsigned: number)
        writer.write(unsigned: removals)
        writer.write(unsigned: forgotten)
        switch content {
        case .mark(let name):
            writer.bytes.append(0)
            writer.bytes += writer.text(name)
        case .records(let records, let mark):
            writer.bytes.append(1)
            writer.write(unsigned: mark)
            writer.write(count: records.count)
            for record in records { record.write(to: &writer) }
        }
        return writer.bytes
    }

    /// Reads a message.
    ///
    /// - Throws: ``WireError`` if the bytes are none.
    /// - Complexity: O(*size*).
    init(_ bytes: [UInt8]) throws(WireError) {
        var reader = BinaryReader(bytes: bytes, limits: WireLimits(bytes: bytes.count, items: bytes.count))
        let version = try reader.byte()
        guard version == Self.version else {
            throw WireError(.unsupportedVersion, "a message of a log in version \(version), not \(Self.version)")
        }
        writer = try reader.eightBytes()
        number = try reader.unsigned()
        (removals, forgotten) = (try reader.unsigned(), try reader.unsigned())
        switch try reader.byte() {
        case 0: content = .mark(name: try reader.text())
        case 1:
            let mark = try reader.unsigned()
            var records: [LogRecord] = []
            for _ in 0..<(try reader.count(atMost: bytes.count)) { records.append(try LogRecord(from: &reader)) }
            content = .records(records, mark: mark)
        default: throw reader.fault("an unknown kind of message")
        }
        guard reader.isAtEnd else { throw reader.fault("bytes after the message") }
    }
}

extension LogRecord {
    /// What it takes in a message, at most.
    var size: Int {
        var size = 64 + source.text.utf8.count
        for frame in frames { size += frame.count + 5 }
        for answer in answers { size += answer.size }
        return size
    }

    fileprivate func write(to writer: inout BinaryWriter) {
        writer.bytes += writer.text(source.text)
        writer.write(eightBytes: epoch)
        switch content {
        case .answers: writer.bytes.append(0)
        case .step(let base, let version):
            writer.bytes.append(1)
            writer.write(unsigned: base)
            writer.write(unsigned: version)
        case .state(let version, let isFirst, let isLast):
            writer.bytes.append(2 | (isFirst ? 4 : 0) | (isLast ? 8 : 0))
            writer.write(unsigned: version)
        case .removed(let version):
            writer.bytes.append(3)
            writer.write(unsigned: version)
        }
        writer.write(count: frames.count)
        for frame in frames {
            writer.write(count: frame.count)
            writer.bytes += frame
        }
        writer.write(count: answers.count)
        for answer in answers { answer.write(to: &writer) }
    }

    fileprivate init(from reader: inout BinaryReader) throws(WireError) {
        source = TextID(try reader.text())
        epoch = try reader.eightBytes()
        let tag = try reader.byte()
        switch tag {
        case 0: content = .answers
        case 1:
            let base = try reader.unsigned()
            content = .step(base: base, version: try reader.unsigned())
        case 2, 6, 10, 14:
            content = .state(version: try reader.unsigned(), isFirst: tag & 4 != 0, isLast: tag & 8 != 0)
        case 3: content = .removed(version: try reader.unsigned())
        default: throw reader.fault("an unknown kind of record")
        }
        for _ in 0..<(try reader.count()) { frames.append(try reader.blob()) }
        for _ in 0..<(try reader.count()) { answers.append(try LogAnswer(from: &reader)) }
    }
}

extension LogAnswer {
    /// What it takes in a record, at most.
    var size: Int {
        var size = 48 + key.client.text.utf8.count + key.key.text.utf8.count
        if case .refused(let refusal) = answer.reply { size += refusal.message.utf8.count + 24 }
        return size
    }

    fileprivate func write(to writer: inout BinaryWriter) {
        writer.bytes += writer.text(key.client.text)
        writer.bytes += writer.text(key.key.text)
        writer.write(eightBytes: answer.fingerprint)
        switch answer.reply {
        case .applied(let position):
            writer.bytes.append(0)
            writer.write(eightBytes: position.epoch)
            writer.write(unsigned: position.number)
        case .refused(let refusal):
            writer.bytes.append(1)
            writer.bytes += writer.text(refusal.code.rawValue)
            writer.bytes += writer.text(refusal.message)
        }
    }

    fileprivate init(from reader: inout BinaryReader) throws(WireError) {
        let client = TextID(try reader.text())
        key = CommandKey(client: client, key: TextID(try reader.text()))
        let fingerprint = try reader.eightBytes()
        switch try reader.byte() {
        case 0:
            let epoch = try reader.eightBytes()
            let position = FeedPosition(epoch: epoch, number: try reader.unsigned())
            answer = CommandAnswer(.applied(position), toCommandWith: fingerprint)
        case 1:
            guard let code = CommandRefusal.Code(rawValue: try reader.text()) else {
                throw reader.fault("an unknown kind of refusal")
            }
            let refusal = CommandRefusal(code, try reader.text())
            answer = CommandAnswer(.refused(refusal), toCommandWith: fingerprint)
        default: throw reader.fault("an unknown kind of answer")
        }
    }
}
