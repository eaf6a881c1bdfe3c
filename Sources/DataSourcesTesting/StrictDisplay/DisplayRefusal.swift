public import DataSources

/// The reason why a display with UIKit's rules refused a batch: what UIKit would raise.
///
/// Where UIKit is known to raise, ``message`` has its exact wording from crash logs, without the address of the index
/// path, so that it can be searched for. Rules beyond UIKit are worded in the same style.
///
/// ```
/// attempt to delete row 9 from section 0 which only contains 5 rows before the update
/// ```
public struct DisplayRefusal: Error, Hashable, Sendable {
    /// The broken rule: stable, for programs to switch over.
    public enum Code: String, Hashable, Sendable, Codable, CaseIterable {
        /// A position does not exist.
        case notThere
        /// An element is deleted, moved or reloaded twice; or two elements arrive at one position.
        case conflict
        /// The counts before and after are inconsistent with the changes.
        case count
        /// A row changes in, leaves or enters a section that is inserted, deleted, moved or reloaded.
        case rowsOfChangedSection
        /// The view would differ from the data source.
        case showsOther
        /// A step replaces an element by one with another id.
        case otherIdentity
        /// A step changes nothing.
        case noEffect
    }

    /// The location of a refusal.
    public enum Location: Hashable, Sendable {
        /// The section at a position.
        case section(Int)
        /// The row at a path.
        case row(ItemPath)
    }

    /// The broken rule.
    public let code: Code
    /// What was wrong and where, in UIKit's words.
    public let message: String
    /// The location; `nil` for the view as a whole.
    public let place: Location?

    /// Creates a refusal.
    public init(_ code: Code, _ message: String, at place: Location? = nil) {
        self.code = code
        self.message = message
        self.place = place
    }
}

extension DisplayRefusal: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}
