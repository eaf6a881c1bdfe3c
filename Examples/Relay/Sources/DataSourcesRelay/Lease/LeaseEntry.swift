import Foundation

/// What a bucket has for a lease.
package struct LeaseEntry: Hashable, Sendable {
    /// The sequence of the entry: each renewal has a new one.
    package let revision: UInt64
    /// Who has the lease; `nil` if it was released.
    package let holder: Holder?

    package struct Holder: Hashable, Sendable, Codable {
        /// The name that other processes read.
        package let name: String
        /// Tells apart two holders with the same name, such as a process and its successor.
        package let id: UInt64
        /// How long the lease lasts after each renewal.
        package let milliseconds: Int64

        package init(name: String, id: UInt64, milliseconds: Int64) {
            (self.name, self.id, self.milliseconds) = (name, id, milliseconds)
        }
    }

    package init(revision: UInt64, holder: Holder?) {
        (self.revision, self.holder) = (revision, holder)
    }

    /// The time after which it lapses if it is not renewed.
    var time: Duration { .milliseconds(holder?.milliseconds ?? 0) }
}

extension LeaseEntry.Holder {
    /// Reads an entry.
    ///
    /// - Throws: ``LeaseError`` `refused` if it is none.
    init(_ bytes: [UInt8], _ place: String) throws(LeaseError) {
        guard let holder = try? JSONDecoder().decode(Self.self, from: Data(bytes)),
            (1...86_400_000).contains(holder.milliseconds)
        else {
            throw LeaseError(
                .refused, "\(place) is no lease, but \(bytes.count) other bytes; use another bucket or key")
        }
        self = holder
    }

    /// The entry.
    var bytes: [UInt8] {
        // Numbers and a text can always be encoded.
        (try? JSONEncoder().encode(self)).map(Array.init) ?? []
    }
}
