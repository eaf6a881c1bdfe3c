import ConsoleTesting
@testable import RelayFaults
import Testing

struct ProgramTests {
    @Test func `the help names what people may use`() {
        expectHelp(
            of: Program.self, names: ["--faults <faults>", "--seed <seed>", "--only <kind>", "--output <output>"],
            beside: ["--seed", "3"])
    }

    @Test func `a wrong command line is refused`() {
        expectRefusal(
            of: ["--faults", "0"], by: Program.self,
            "The value '0' is invalid for '--faults <faults>': It takes a whole number from 1 to 100000.")
    }
}
