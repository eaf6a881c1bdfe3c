import Fuzzing

/// What libFuzzer calls with every input.
///
/// Frames in both forms, and replicas that follow them.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    WireTarget.testOneInput(start, count)
}

#if !LIBFUZZER
/// Without libFuzzer the program runs the files and folders it is given, once each.
@main
enum Replay {
    static func main() {
        WireTarget.replay(CommandLine.arguments.dropFirst())
    }
}
#endif
