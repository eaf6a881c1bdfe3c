import ConsoleTesting
import Testing

@testable import Orders

struct OptionsTests {
    @Test func `There is help`() {
        expectHelp(
            of: Program.self,
            names: [
                "--connect <url>", "--orders <count>", "--rate <changes>", "--interval <seconds>", "--count <lines>",
                "--plain", "--keep",
            ], beside: ["--plain"])
        expectHelp(
            of: Check.self,
            names: [
                "--rows <count>", "--rate <changes>", "--seconds <seconds>", "--faults <names>", "--backlog <count>",
                "--bug <name>",
            ], beside: ["--rows", "1000"])
    }

    @Test func `A wrong command line is refused`() {
        expectRefusal(
            of: ["--rate", "-1"], by: Program.self,
            "The value '-1' is invalid for '--rate <changes>': It takes a whole number from 0 to 1000.")
        expectRefusal(
            of: ["--rows", "10"], by: Check.self,
            "The value '10' is invalid for '--rows <count>': It takes a whole number from 1000 to 10000000.")
    }
}
