import DataSources

/// How a transaction would like its change to be shown; it travels with the update to every display.
///
/// ```swift
/// try await AnimationHint.fade.perform { try await staff.remove(id: bob.id) }
/// ```
///
/// The names are the caller's and the display's business, so there can be more than those here. A display is told the
/// hint of the newest transaction in an update, so it gets none if a later transaction without one came before the frame.
/// It travels through derived sources as `TransactionAnnotation` of DataSources does, whose value it is.
public struct AnimationHint: Hashable, Sendable {
    /// The name of the animation.
    public var name: String
    /// How long it takes; `nil` for the display's usual time.
    public var duration: Duration?

    /// Creates a hint.
    public init(_ name: String, duration: Duration? = nil) {
        self.name = name
        self.duration = duration
    }

    /// No animation: the change is shown at once.
    public static let none = AnimationHint("none")
    /// Rows fade in and out.
    public static let fade = AnimationHint("fade")
    /// Rows slide in and out.
    public static let slide = AnimationHint("slide")

    /// Runs `body`; the transactions that it makes or submits carry the hint.
    ///
    /// - Throws: Any error that `body` throws.
    public func perform<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        try await TransactionAnnotation.$current.withValue(self, operation: body)
    }

    /// Runs `body`; the edits that it submits carry the hint.
    ///
    /// - Throws: Any error that `body` throws.
    public func submit<Result>(_ body: () throws -> Result) rethrows -> Result {
        try TransactionAnnotation.$current.withValue(self, operation: body)
    }
}
