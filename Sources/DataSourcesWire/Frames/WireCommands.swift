/// Which commands a step contains: those whose effect is in the state afterwards, and not in the one before.
///
/// A replica that shows the edit of a command at once, and has no answer yet, learns from it that the state has the edit.
public enum WireCommands: Hashable, Sendable {
    /// Commands whose keys have these hashes.
    case named([UInt32])
    /// Any: there are too many to name them.
    case unknown

    /// The hash that stands for a command's key: 32 bits of FNV-1a of its UTF-8.
    ///
    /// It does not reveal the key, which others could send again, and it is short. If another key of a client that waits
    /// for an answer has the same one, that edit is shown late.
    public static func hash(of key: String) -> UInt32 {
        key.utf8.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    }
}
