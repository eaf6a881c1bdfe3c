import Fuzzing

/// What libFuzzer calls with every input.
///
/// Every decoder, with no syntax in the way.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    DecoderTarget.testOneInput(start, count)
}

#if !LIBFUZZER
/// Without libFuzzer the program runs the files and folders it is given, once each.
@main
enum Replay {
    static func main() {
        DecoderTarget.replay(CommandLine.arguments.dropFirst())
    }
}
#endif
