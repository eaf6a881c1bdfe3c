import Console
import Dispatch
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

@Suite struct StandardOutputTests {
    @Test func `A pipe whose reader has left is an error and not the end of the process`() {
        signal(SIGPIPE, SIG_IGN)
        let pipe = Pipe()
        defer { pipe.closeWriter() }
        pipe.closeReader()
        #expect(throws: OutputError.readerLeft) { try StandardOutput.write("text", to: pipe.writer) }
    }

    @Test func `A full pipe that does not block is waited for, and nothing of the text is lost`() {
        let pipe = Pipe()
        defer { pipe.closeReader() }
        pipe.makeNonblocking()
        // More than any pipe holds.
        let text = String(repeating: "0123456789äöü", count: 100_000)
        // On a thread of its own: both ends wait for each other.
        DispatchQueue.global().async {
            try? StandardOutput.write(text, to: pipe.writer)
            pipe.closeWriter()
        }
        #expect(pipe.readAll() == text)
    }

    @Test func `A file that cannot be written says why`() {
        let error = #expect(throws: OutputError.self) { try StandardOutput.write("text", to: -1) }
        #expect(error?.description == "the output cannot be written: Bad file descriptor")
    }
}
