import Fuzzing

/// What libFuzzer calls with every input.
///
/// Edits, right ones and wrong ones.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    DraftTarget.testOneInput(start, count)
}

#if !LIBFUZZER
/// Without libFuzzer the program runs the files and folders it is given, once each.
@main
enum Replay {
    static func main() {
        DraftTarget.replay(CommandLine.arguments.dropFirst())
    }
}
#endif
