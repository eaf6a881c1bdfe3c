import Foundation

/// The seeds that a property is tested with: `count` of them, or as many times more as the environment variable
/// `DATASOURCES_EFFORT` says.
///
/// `.ci/check` tests with few, and `.ci/deep` with ten times as many.
package func seeds(_ count: Int) -> Range<UInt64> {
    0..<UInt64(count * effort)
}

private let effort = ProcessInfo.processInfo.environment["DATASOURCES_EFFORT"].flatMap { Int($0) } ?? 1
