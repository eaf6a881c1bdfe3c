import Foundation
import Testing

extension Trait where Self == ConditionTrait {
    /// For tests that count the steps of tasks: code that is instrumented for coverage has more of them.
    static var exactSteps: Self {
        .enabled(if: ProcessInfo.processInfo.environment["LLVM_PROFILE_FILE"] == nil, "not in a build for coverage")
    }
}
