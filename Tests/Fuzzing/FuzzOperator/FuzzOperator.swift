import Fuzzing

/// What libFuzzer calls with every input.
///
/// Chains of operators over items that misbehave.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    OperatorTarget.testOneInput(start, count)
}

#if !LIBFUZZER
/// Without libFuzzer the program runs the files and folders it is given, once each.
@main
enum Replay {
    static func main() {
        OperatorTarget.replay(CommandLine.arguments.dropFirst())
    }
}
#endif
