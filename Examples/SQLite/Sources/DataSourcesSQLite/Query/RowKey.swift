import Foundation
public import GRDB

/// A key as SQLite stores it: texts are equal if their bytes are.
///
/// GRDB's `DatabaseValue` compares texts as Swift does, and takes "é" in two spellings, which are two keys, for one.
@usableFromInline
struct RowKey: Hashable, Sendable {
    @usableFromInline let value: DatabaseValue

    @inlinable
    init(_ value: DatabaseValue) { self.value = value }

    /// - Returns: `nil` for a text that GRDB cuts or changes when it reads or binds it: with U+0000, or bytes that are
    ///   not UTF-8.
    init?(utf8 bytes: UnsafeRawBufferPointer) {
        guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else { return nil }
        value = text.databaseValue
    }

    @inlinable
    static func == (left: RowKey, right: RowKey) -> Bool {
        if case .string(let left) = left.value.storage, case .string(let right) = right.value.storage {
            return left.utf8.elementsEqual(right.utf8)
        }
        return left.value == right.value
    }

    @inlinable
    func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }

    /// Whether another text may be the same id: one that is not in Unicode's normal form C, if the type of ids compares
    /// texts as Swift does.
    ///
    /// Two different texts in this form are different `String`s.
    @inlinable
    func mayHaveTwin<ID: Equatable & DatabaseValueConvertible>(as id: ID.Type) -> Bool {
        guard case .string(let text) = value.storage, !text.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
        let twin = Self.normalized(text)
        return !twin.utf8.elementsEqual(text.utf8)
            && ID.fromDatabaseValue(value) == ID.fromDatabaseValue(twin.databaseValue)
    }

    @usableFromInline
    static func normalized(_ text: String) -> String { text.precomposedStringWithCanonicalMapping }
}
