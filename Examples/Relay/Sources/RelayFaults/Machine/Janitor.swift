import Foundation

/// A shell that removes all that the test has made: processes, namespaces, links, mounts and files.
///
/// It works by names, and when the driver has ended, however that was, since then its input ends. It does so before a test,
/// too, if an earlier one has left something. Only one test runs on a machine at a time.
final class Janitor: Sendable {
    /// What the names of namespaces and links begin with.
    static let prefix = "dsfault"
    static let folder = "/tmp/datasources-faults"

    private let process: pid_t
    /// Its input, which the driver's end closes.
    private let input: Int32

    private static let script = """
        trap '' INT TERM HUP
        folder=$1 prefix=$2
        clean() {
            for name in $(ip netns list 2> /dev/null | sed -n "s/^\\($prefix-[a-z0-9]*\\).*/\\1/p"); do
                for round in 1 2 3 4 5; do
                    pids=$(ip netns pids "$name" 2> /dev/null)
                    [ -n "$pids" ] || break
                    kill -KILL $pids 2> /dev/null
                    sleep 0.1
                done
                ip netns del "$name" 2> /dev/null
            done
            for link in $(ip -o link show 2> /dev/null | sed -n "s/^[0-9]*: \\($prefix-[a-z0-9]*\\).*/\\1/p"); do
                ip link del "$link" 2> /dev/null
            done
            for store in "$folder"/stores/*; do umount -l "$store" 2> /dev/null; done
            rm -rf "$folder"
        }
        exec 9> "$folder.lock" || { echo "$folder.lock cannot be written"; exit 1; }
        flock -n 9 || { echo "another test of faults runs on this machine; wait for its end"; exit 1; }
        clean
        mkdir -p "$folder" && echo ready || exit 1
        cat > /dev/null 2>&1
        exec > /dev/null 2>&1
        clean
        rm -f "$folder.lock"
        """

    /// Removes what an earlier test has left, and begins to wait for the end of this one; blocks.
    init() throws {
        let (reading, writing) = try closingPipe()
        let output = try closingPipe()
        input = writing
        do {
            defer {
                close(reading)
                close(output.writing)
            }
            process = try spawn(
                ["/bin/sh", "-c", Self.script, "sh", Self.folder, Self.prefix], input: reading, output: output.writing)
        }
        let answer = FileHandle(fileDescriptor: output.reading, closeOnDealloc: true)
        var line = ""
        while !line.hasSuffix("\n") {
            let data = answer.availableData
            if data.isEmpty { break }
            line += String(decoding: data, as: UTF8.self)
        }
        guard line == "ready\n" else {
            throw FaultsError(line.isEmpty ? "\(Self.folder) cannot be made" : line.trimmingCharacters(in: .newlines))
        }
    }

    /// Removes everything; blocks.
    func end() {
        close(input)
        wait(for: process)
    }
}
