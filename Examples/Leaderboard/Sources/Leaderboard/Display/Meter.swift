#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// What this process has used.
enum Meter {
    /// Processor time, of all threads.
    static var cpuTime: Duration {
        let usage = usage
        return Duration(usage.ru_utime) + Duration(usage.ru_stime)
    }

    /// The most resident memory there has been, in MiB.
    static var peakMemory: Int {
        #if canImport(Darwin)
        usage.ru_maxrss / 1_048_576
        #else
        usage.ru_maxrss / 1024
        #endif
    }

    private static var usage: rusage {
        var usage = rusage()
        // `RUSAGE_SELF`, which does not have the type that is asked for everywhere.
        getrusage(0, &usage)
        return usage
    }
}

extension Duration {
    fileprivate init(_ time: timeval) {
        self = .seconds(Int64(time.tv_sec)) + .microseconds(Int64(time.tv_usec))
    }
}
