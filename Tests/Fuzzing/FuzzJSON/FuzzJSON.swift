import Fuzzing

/// What libFuzzer calls with every input.
///
/// Every decoder, through Foundation's JSON.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    JSONTarget.testOneInput(start, count)
}

#if !LIBFUZZER
/// Without libFuzzer the program runs the files and folders it is given, once each.
@main
enum Replay {
    static func main() {
        JSONTarget.replay(CommandLine.arguments.dropFirst())
    }
}
#endif
