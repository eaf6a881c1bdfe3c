/// The version of a server of NATS, such as 2.12.8.
package struct ServerVersion: Comparable {
    package let major: Int
    package let minor: Int

    /// The version in a text such as `2.12.8` or `2.13.0-RC.1`; `nil` if there is none.
    package init?(_ text: String) {
        let parts = text.split(separator: ".")
        guard parts.count >= 2, let major = Int(parts[0]), let minor = Int(parts[1]), major >= 0, minor >= 0 else {
            return nil
        }
        (self.major, self.minor) = (major, minor)
    }

    /// The oldest that is accepted.
    ///
    /// Version 2.9 compares expected sequences on the leader only, and loses messages around purges; those between it
    /// and this one were not tested enough.
    package static let oldest = ServerVersion("2.12")

    package static func < (left: ServerVersion, right: ServerVersion) -> Bool {
        (left.major, left.minor) < (right.major, right.minor)
    }
}
