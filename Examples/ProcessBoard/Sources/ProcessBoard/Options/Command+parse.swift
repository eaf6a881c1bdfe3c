extension Command {
    /// Reads a command line, without the program's own name.
    ///
    /// A value follows its flag, as in `--count 3`, or is joined to it, as in `--count=3`. Of a flag given twice the
    /// last one counts.
    static func parse(_ arguments: some Sequence<String>) throws(UsageError) -> Command {
        var options = Options()
        var rest = arguments.makeIterator()
        while let argument = rest.next() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let flag = parts[0]
            let joined = parts.count == 2 ? parts[1] : nil
            switch flag {
            case "--help", "-h":
                try refuse(joined, of: flag)
                return .help
            case "--plain":
                try refuse(joined, of: flag)
                options.plain = true
            case "--interval":
                let expected = "a number of seconds from 0.1 to 3600"
                options.interval = try value(of: flag, joined ?? rest.next(), expected, interval)
            case "--count":
                options.count = try value(of: flag, joined ?? rest.next(), "a number of readings, 0 or more", count)
                // Zero is the spelling of "without end" for a script that always passes the flag.
                if options.count == 0 { options.count = nil }
            case "--view":
                let choices = Options.View.allCases.map(\.rawValue)
                let expected = "one of \(choices.joined(separator: ", "))"
                options.view = try value(of: flag, joined ?? rest.next(), expected, Options.View.init)
            case "--sort":
                let expected = "one of \(Order.allCases.map(\.rawValue).joined(separator: ", "))"
                options.order = try value(of: flag, joined ?? rest.next(), expected, Order.init)
            case "--filter":
                options.filter = try value(of: flag, joined ?? rest.next(), "a text") { $0 }
            default:
                throw .unknown(argument)
            }
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
        // `--count --plain` forgot its number: the next flag is not taken for it.
        guard let text, !text.hasPrefix("--") else { throw .missingValue(of: flag, expected: expected) }
        guard let value = read(text) else { throw .malformed(text, of: flag, expected: expected) }
        return value
    }

    private static func interval(_ text: String) -> Duration? {
        guard let seconds = Double(text), (0.1...3600).contains(seconds) else { return nil }
        return .milliseconds(Int64(seconds * 1000))
    }

    private static func count(_ text: String) -> Int? {
        Int(text).flatMap { $0 >= 0 ? $0 : nil }
    }
}
