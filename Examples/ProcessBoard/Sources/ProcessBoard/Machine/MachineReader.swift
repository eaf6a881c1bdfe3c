#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Reads what the machine is doing.
protocol MachineReader: Sendable {
    /// The figures of this moment; what cannot be read is missing.
    mutating func read() -> Machine
}

/// The reader for this machine.
func systemMachineReader() -> any MachineReader {
    #if os(Linux)
    ProcMachineReader()
    #else
    LoadReader()
    #endif
}

/// Reads the load alone, which every system tells.
struct LoadReader: MachineReader {
    mutating func read() -> Machine {
        Machine(load: Self.load())
    }

    /// The three averages, in hundredths.
    static func load() -> [Int] {
        var averages = [Double](repeating: 0, count: 3)
        guard getloadavg(&averages, 3) == 3 else { return [] }
        return averages.map { Int((max(0, min($0, 1e6)) * 100).rounded()) }
    }
}
