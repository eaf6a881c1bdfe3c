import DataSources
import DataSourcesViews
import StaffModel
import SwiftUI

/// All departments with their people: search, order, selection, reordering, edits and undo.
struct StaffListView: View {
    @Bindable var screen: StaffScreen
    let server: LocalServer
    @State private var form: StaffForm.Purpose?

    var body: some View {
        List(selection: $screen.selection) {
            if let people = screen.people {
                ForEach(people.sections) { section in
                    DepartmentSection(section: section, people: people, screen: screen)
                }
            }
        }
        .contextMenu(forSelectionType: Person.ID.self) { ids in
            SelectionMenu(ids: ids, screen: screen, form: $form)
        } primaryAction: { ids in
            edit(ids)
        }
        .searchable(text: $screen.search, prompt: "Name or role")
        .navigationTitle("Staff")
        .toolbar {
            ToolbarItemGroup(placement: .primaryAction) {
                Button("Hire", systemImage: "plus") { form = .hire }
                Menu {
                    Picker("Order", selection: $screen.order) {
                        ForEach(StaffOrder.allCases) { order in Text(order.title).tag(order) }
                    }
                } label: {
                    Label("Order", systemImage: "arrow.up.arrow.down")
                }
            }
            ToolbarItemGroup(placement: .secondaryAction) {
                Button("Undo", systemImage: "arrow.uturn.backward") { screen.undo() }.disabled(!screen.canUndo)
                Button("Redo", systemImage: "arrow.uturn.forward") { screen.redo() }.disabled(!screen.canRedo)
                #if canImport(UIKit)
                // Where there is no pointer, people are selected while the list is edited.
                EditButton()
                #endif
            }
        }
        .safeAreaInset(edge: .bottom) { ConnectionBar(screen: screen, server: server) }
        .sheet(item: $form) { purpose in StaffForm(purpose: purpose, screen: screen) }
    }

    private func edit(_ ids: Set<Person.ID>) {
        guard ids.count == 1, let id = ids.first, let person = screen.people?[id: id]?.value else { return }
        form = .edit(person)
    }
}

/// A department; its body is evaluated again when its people come, go or move, and for nothing else.
struct DepartmentSection: View {
    let section: ObservedSection<Department, Person>
    let people: ObservedSections<Department, Person>
    let screen: StaffScreen

    var body: some View {
        Section(section.header.name) {
            ForEach(section.ids, id: \.self) { id in
                PersonRow(row: people[id: id])
            }
            .onMove(perform: screen.canMove ? { move($0, to: $1) } : nil)
            .onDelete(perform: dismiss)
        }
    }

    /// A list of SwiftUI moves rows within one `ForEach`: to another department people go by the menu.
    private func move(_ offsets: IndexSet, to gap: Int) {
        screen.move(offsets, to: gap, in: section.id)
    }

    private func dismiss(_ offsets: IndexSet) {
        let ids = Array(section.ids)
        screen.dismiss(Set(offsets.filter { ids.indices.contains($0) }.map { ids[$0] }))
    }
}

/// A person; its body is evaluated again when this person changes, and for nothing else.
struct PersonRow: View {
    let row: ObservedRow<Person>?

    var body: some View {
        // Always one view: the list need not make rows to count them.
        HStack {
            Text(row?.name ?? "")
            Spacer()
            Text(row?.role ?? "").foregroundStyle(.secondary)
            if row?.isAway == true { Image(systemName: "moon.zzz").accessibilityLabel("Away") }
        }
        .swipeActions(edge: .leading) {
            Button(row?.isAway == true ? "Back" : "Away") { row?.isAway.toggle() }
        }
    }
}

/// What can be done with one person or with many.
struct SelectionMenu: View {
    let ids: Set<Person.ID>
    let screen: StaffScreen
    @Binding var form: StaffForm.Purpose?

    var body: some View {
        if ids.count == 1, let id = ids.first, let row = screen.people?[id: id] {
            Button("Edit…") { form = .edit(row.value) }
            Button(row.isAway ? "Back" : "Away") { row.isAway.toggle() }
        }
        if !ids.isEmpty, let people = screen.people {
            Menu("Move to") {
                ForEach(people.sections) { section in
                    Button(section.header.name) { screen.move(ids, to: section.id) }
                }
            }
            Button("Dismiss", role: .destructive) { screen.dismiss(ids) }
        }
    }
}
