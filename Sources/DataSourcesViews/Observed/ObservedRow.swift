public import Observation

/// One row of an ``ObservedList`` or of ``ObservedSections``: an observable object that stands for an item.
///
/// Whoever reads ``value`` or one of the item's properties is told when the item changes, and not when another one does.
/// While anyone holds a row, its list vends the same object for the item, wherever it moves.
///
/// Setting a property is a transaction of the source: the row shows the new value at once, the source makes the edit,
/// and then the row shows what the source has. If the source refuses, the value jumps back and ``rejection`` says why.
///
/// ```swift
/// TextField("Name", text: $row.name)      // @Bindable var row: ObservedRow<Employee>
/// ```
@dynamicMemberLookup
public final class ObservedRow<Item: Identifiable & Equatable & Sendable>: Identifiable, Observable
where Item.ID: Sendable {
    /// The item's id.
    public let id: Item.ID

    private let registrar = ObservationRegistrar()
    private weak var table: RowTable<Item>?
    /// The item as the source has it.
    private(set) var confirmed: Item
    private var shown: Item
    private var lastRejection: (any Error)?
    private var present = true
    /// Whether somebody may wait for a change.
    private(set) var isRead = false

    init(_ item: Item, table: RowTable<Item>?) {
        id = item.id
        confirmed = item
        shown = item
        self.table = table
    }

    /// The item, with the edits that its source has not confirmed; the last one if the item has been removed.
    ///
    /// Setting it replaces the whole item. To leave alone what others change meanwhile, set its properties.
    public var value: Item {
        get {
            read(\.value)
            return shown
        }
        set { edit { $0 = newValue } }
    }

    /// A property of the item.
    public subscript<Value>(dynamicMember path: KeyPath<Item, Value>) -> Value { value[keyPath: path] }

    /// A property of the item; setting it is a transaction that sets this property alone.
    public subscript<Value: Sendable>(dynamicMember path: any WritableKeyPath<Item, Value> & Sendable) -> Value {
        get { value[keyPath: path] }
        set { edit { $0[keyPath: path] = newValue } }
    }

    /// Whether the item is in the source, as far as the list knows.
    public var isPresent: Bool {
        read(\.isPresent)
        return present
    }

    /// Why the last edit was refused; `nil` once an edit has been made.
    public var rejection: (any Error)? {
        read(\.rejection)
        return lastRejection
    }

    /// Changes the item at once and, as a transaction, in the source.
    ///
    /// - Parameter edit: Changes the item; it runs again on the item that the source has.
    public func edit(_ edit: @escaping ItemEdit<Item>) {
        var edited = shown
        edit(&edited)
        if edited == shown { return }
        // First: the list has let go of a removed row, which says nothing about the source.
        guard present else { return reject(ObservedError.removed) }
        guard let table else { return reject(ObservedError.outdated) }
        guard table.isEditable else { return reject(ObservedError.readOnly) }
        guard edited.id == id else { return reject(ObservedError.identityChanged) }
        ObservedMutation.perform([mutation(shown: edited)])
        table.enqueue(edit, of: self)
    }

    private func read<Value>(_ path: KeyPath<ObservedRow, Value>) {
        isRead = true
        registrar.access(self, keyPath: path)
    }
}

// MARK: For the list

extension ObservedRow {
    /// Whether the list follows its item for this object.
    var isKept: Bool { table != nil }

    /// Shows `shown`, and knows that the source has `confirmed`; what is `nil` stays.
    func mutation(confirmed: Item? = nil, shown: Item?) -> ObservedMutation {
        let shown = shown ?? self.shown
        let isSilent = shown == self.shown
        return ObservedMutation {
            if !isSilent { self.registrar.willSet(self, keyPath: \.value) }
        } apply: {
            if let confirmed { self.confirmed = confirmed }
            self.shown = shown
        } did: {
            if !isSilent { self.registrar.didSet(self, keyPath: \.value) }
        }
    }

    /// The item has left the source; what is shown stays.
    func removal() -> ObservedMutation {
        ObservedMutation {
            self.registrar.willSet(self, keyPath: \.isPresent)
        } apply: {
            self.present = false
            self.table = nil
        } did: {
            self.registrar.didSet(self, keyPath: \.isPresent)
        }
    }

    /// An edit was refused, or made if there is no error.
    func reject(_ error: (any Error)?) {
        if error == nil, lastRejection == nil { return }
        registrar.withMutation(of: self, keyPath: \.rejection) { lastRejection = error }
    }

    /// Has everyone who waits for a change read again, elsewhere: the list lets go of this object.
    func release() {
        table = nil
        if !isRead { return }
        registrar.withMutation(of: self, keyPath: \.value) {}
        registrar.withMutation(of: self, keyPath: \.isPresent) {}
        registrar.withMutation(of: self, keyPath: \.rejection) {}
    }
}
