import DataSources

// The code of the article "Migrating from RxDataSources" that needs no toolkit.
enum FromRxDataSources {
    struct Contact: Identifiable, Equatable, Sendable {
        let id: Int
        var name: String
    }

    /// The contacts, searched and by initial.
    final class ContactsModel: Sendable {
        let contacts = ListSource<Contact>()
        let search = Parameter("")
        let sections: DerivedSource<SectionedSnapshot<GroupHeader<String>, Contact>>

        init() {
            let found = contacts.filter(by: search) { contact, text in text.isEmpty || contact.name.contains(text) }
            sections = found.sorted(by: \.name).grouped { String($0.name.prefix(1)) }
        }
    }
}
