extension Command {
    /// Reads a command line, without the program's own name.
    ///
    /// A value follows its flag, as in `--rate 3`, or is joined to it, as in `--rate=3`. Of a flag given twice the last
    /// one counts.
    static func parse(_ arguments: some Sequence<String>) throws(UsageError) -> Command {
        var options = Options()
        var rest = arguments.makeIterator()
        while let argument = rest.next() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let flag = parts[0]
            let joined = parts.count == 2 ? parts[1] : nil
            func integer(_ range: ClosedRange<Int>) throws(UsageError) -> Int {
                let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
                return try value(of: flag, joined ?? rest.next(), expected) { text in
                    Int(text).flatMap { range.contains($0) ? $0 : nil }
                }
            }
            switch flag {
            case "--help", "-h":
                try refuse(joined, of: flag)
                return .help
            case "--plain":
                try refuse(joined, of: flag)
                options.plain = true
            case "--players": options.players = try integer(1...10_000_000)
            case "--rate": options.rate = try integer(0...1_000_000)
            case "--seconds": options.seconds = try integer(0...1_000_000)
            case "--player": options.player = try integer(1...10_000_000)
            case "--interval":
                let expected = "a number of seconds from 0.1 to 3600"
                options.interval = try value(of: flag, joined ?? rest.next(), expected, interval)
            default:
                throw .unknown(argument)
            }
        }
        if let player = options.player, player > options.players {
            throw .malformed("\(player)", of: "--player", expected: "one of the players, 1 to \(options.players)")
        }
        return .run(options)
    }

    private static func refuse(_ value: String?, of flag: String) throws(UsageError) {
        if let value { throw .needless(value, of: flag) }
    }

    private static func value<Value>(
        of flag: String,
        _ text: String?,
        _ expected: String,
        _ read: (String) -> Value?
    ) throws(UsageError) -> Value {
        // `--rate --plain` forgot its number: the next flag is not taken for it.
        guard let text, !text.hasPrefix("--") else { throw .missingValue(of: flag, expected: expected) }
        guard let value = read(text) else { throw .malformed(text, of: flag, expected: expected) }
        return value
    }

    private static func interval(_ text: String) -> Duration? {
        guard let seconds = Double(text), (0.1...3600).contains(seconds) else { return nil }
        return .milliseconds(Int64(seconds * 1000))
    }
}
