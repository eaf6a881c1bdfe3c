#if canImport(AppKit) && !canImport(UIKit)
import AppKit
import DataSources
import DataSourcesViews
import StaffModel
import SwiftUI

/// The list in an `NSTableView`, without its departments, with the adapter of DataSourcesViews.
final class StaffTableController: NSViewController {
    private let people: DerivedSource<ListSnapshot<Person>>
    private var display: NSTableViewDisplay<Person>?
    private var following: Task<Void, Never>?

    init(_ screen: StaffScreen) {
        people = screen.shown.flattened()
        super.init(nibName: nil, bundle: nil)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { fatalError("this screen is made in code") }

    override func loadView() {
        let (name, role) = (NSUserInterfaceItemIdentifier("name"), NSUserInterfaceItemIdentifier("role"))
        let table = NSTableView()
        for (identifier, title) in [(name, "Name"), (role, "Role")] {
            let column = NSTableColumn(identifier: identifier)
            column.title = title
            table.addTableColumn(column)
        }
        display = NSTableViewDisplay(table) { view, column, person in
            let identifier = column?.identifier ?? name
            let field =
                view.makeView(withIdentifier: identifier, owner: nil) as? NSTextField
                ?? NSTextField(labelWithString: "")
            field.identifier = identifier
            field.stringValue = identifier == role ? person.role : person.name
            return field
        }
        let scroller = NSScrollView()
        scroller.documentView = table
        scroller.hasVerticalScroller = true
        view = scroller
    }

    override func viewWillAppear() {
        super.viewWillAppear()
        following?.cancel()
        following = Task { [weak self] in await self?.follow() }
    }

    override func viewDidDisappear() {
        super.viewDidDisappear()
        following?.cancel()
    }

    private func follow() async {
        guard let display else { return }
        let presentation = await Presentation(of: people)
        presentation.attach(display)
        await presentation.run()
    }
}

/// The screen in SwiftUI.
struct PlatformScreen: NSViewControllerRepresentable {
    static let toolkit: LocalizedStringKey = "AppKit"
    let screen: StaffScreen

    func makeNSViewController(context: Context) -> StaffTableController { StaffTableController(screen) }

    func updateNSViewController(_ controller: StaffTableController, context: Context) {}
}
#endif
