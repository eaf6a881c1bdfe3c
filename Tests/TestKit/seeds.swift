import Foundation

/// The seeds that a property is tested with: `count` of them, or as many times more as the environment variable
/// `DATASOURCES_EFFORT` says, such as 0.25 or 10.
///
/// `swift test` alone tests with a quarter, `.ci/check` with all of them, and `.ci/deep` with ten times as many.
package func seeds(_ count: Int) -> Range<UInt64> {
    0..<UInt64(max(1, (Double(count) * effort).rounded(.up)))
}

private let effort = ProcessInfo.processInfo.environment["DATASOURCES_EFFORT"].flatMap { Double($0) } ?? 0.25
