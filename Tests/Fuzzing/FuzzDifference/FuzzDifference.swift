import Fuzzing

/// What libFuzzer calls with every input.
///
/// Differences, and the forms of an update.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    DifferenceTarget.testOneInput(start, count)
}

#if !LIBFUZZER
/// Without libFuzzer the program runs the files and folders it is given, once each.
@main
enum Replay {
    static func main() {
        DifferenceTarget.replay(CommandLine.arguments.dropFirst())
    }
}
#endif
