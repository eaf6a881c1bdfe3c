import ArgumentParser
import Foundation

/// Another process of this program.
enum Child {
    /// Runs this program with `arguments` until it ends; what it prints goes where this one's goes.
    ///
    /// It stays in this one's process group, so that Ctrl-C ends both. (Foundation's `Process` takes it out.)
    ///
    /// - Throws: The exit code, when it is another one than 0.
    static func run(_ arguments: [String]) throws {
        fflush(nil)
        let strings = ([CommandLine.arguments[0]] + arguments).map { strdup($0) }
        defer { for string in strings { free(string) } }
        var process: pid_t = 0
        let failure = posix_spawn(&process, path, nil, nil, strings + [nil], environ)
        guard failure == 0 else {
            throw WrongResult(description: "\(path) cannot be run: \(String(cString: strerror(failure)))")
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        if status == 0 { return }
        let signal = status & 0x7F
        throw ExitCode(signal == 0 ? (status >> 8) & 0xFF : 128 + signal)
    }

    private static var path: String {
        Bundle.main.executablePath ?? CommandLine.arguments[0]
    }
}
