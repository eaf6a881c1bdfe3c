/// A command line that cannot be followed: what is wrong with it, and what would be right.
struct UsageError: Error, Equatable, CustomStringConvertible {
    /// The exit code for it, `EX_USAGE` of sysexits.h.
    static let exitCode: Int32 = 64

    let problem: String

    var description: String {
        "Leaderboard: \(problem); see --help"
    }

    static func unknown(_ argument: String) -> UsageError {
        let kind = argument.hasPrefix("-") ? "unknown option" : "unexpected argument"
        return UsageError(problem: "\(kind) \"\(argument)\"")
    }

    static func missingValue(of flag: String, expected: String) -> UsageError {
        UsageError(problem: "\(flag) needs \(expected)")
    }

    static func malformed(_ value: String, of flag: String, expected: String) -> UsageError {
        UsageError(problem: "\(flag) needs \(expected), not \"\(value)\"")
    }

    static func needless(_ value: String, of flag: String) -> UsageError {
        UsageError(problem: "\(flag) takes no value, but was given \"\(value)\"")
    }
}
