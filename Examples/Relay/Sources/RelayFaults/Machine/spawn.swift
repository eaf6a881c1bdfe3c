import Foundation
import Synchronization

/// Held while a pipe is made and while a process is started: what a process would keep open is how others learn that
/// somebody has ended, so none may begin with a pipe of another one.
private let spawning = Mutex(())

/// A pipe that no process begins with, unless it is given one end.
func closingPipe() throws -> (reading: Int32, writing: Int32) {
    try spawning.withLock { _ in
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw FaultsError("a pipe: \(String(cString: strerror(errno)))") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }
}

/// Starts a program in a group of its own, so that Ctrl-C goes to the driver only.
///
/// - Parameters:
///   - command: The program and its arguments.
///   - input: What it reads; nothing by default.
///   - output: What it writes to, also errors.
/// - Returns: The number of the process.
/// - Throws: ``FaultsError`` if it cannot be started.
func spawn(_ command: [String], input: Int32? = nil, output: Int32) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input {
        posix_spawn_file_actions_adddup2(&actions, input, 0)
    } else {
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, output, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Threads of Dispatch block signals, and the driver ignores some.
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var id: pid_t = 0
    let code = spawning.withLock { _ in posix_spawnp(&id, command[0], &actions, &attributes, &arguments, environ) }
    guard code == 0 else { throw FaultsError("\(command[0]) cannot be started: \(String(cString: strerror(code)))") }
    return id
}

/// Waits until a process has ended; returns its status.
@discardableResult
func wait(for id: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    return status
}

/// Runs a command to its end, and returns what it prints; blocks.
@discardableResult
func shell(_ command: [String]) throws -> String {
    let output = try closingPipe()
    let file = FileHandle(fileDescriptor: output.reading, closeOnDealloc: true)
    let id: pid_t
    do {
        defer { close(output.writing) }
        id = try spawn(command, output: output.writing)
    }
    let text = String(decoding: (try? file.readToEnd()) ?? Data(), as: UTF8.self)
    guard wait(for: id) == 0 else {
        throw FaultsError("\(command.joined(separator: " ")): \(text.trimmingCharacters(in: .whitespacesAndNewlines))")
    }
    return text
}
