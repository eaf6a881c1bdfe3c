#if canImport(UIKit)
import DataSources
import DataSourcesViews
import StaffModel
import SwiftUI
import UIKit

/// The list in a `UICollectionView`, with the adapter of DataSourcesViews.
final class StaffCollectionController: UIViewController {
    private let screen: StaffScreen
    private var display: UICollectionViewDisplay<StaffSnapshot>?
    private var following: Task<Void, Never>?

    init(_ screen: StaffScreen) {
        self.screen = screen
        super.init(nibName: nil, bundle: nil)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { fatalError("this screen is made in code") }

    override func viewDidLoad() {
        super.viewDidLoad()
        var list = UICollectionLayoutListConfiguration(appearance: .insetGrouped)
        list.headerMode = .supplementary
        let layout = UICollectionViewCompositionalLayout.list(using: list)
        let collectionView = UICollectionView(frame: view.bounds, collectionViewLayout: layout)
        collectionView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.addSubview(collectionView)

        let cells = UICollectionView.CellRegistration<UICollectionViewListCell, Person> { cell, _, person in
            var content = cell.defaultContentConfiguration()
            content.text = person.name
            content.secondaryText = person.isAway ? "\(person.role), away" : person.role
            cell.contentConfiguration = content
        }
        // The provider below knows the department.
        let headers = UICollectionView.SupplementaryRegistration<UICollectionViewListCell>(
            elementKind: UICollectionView.elementKindSectionHeader
        ) { _, _, _ in }
        let display = UICollectionViewDisplay<StaffSnapshot>(collectionView) { view, path, person in
            view.dequeueConfiguredReusableCell(using: cells, for: path, item: person)
        }
        display.supplementaryProvider = { view, _, path, department in
            let header = view.dequeueConfiguredReusableSupplementary(using: headers, for: path)
            var content = header.defaultContentConfiguration()
            content.text = department?.name
            header.contentConfiguration = content
            return header
        }
        self.display = display
    }

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        following?.cancel()
        following = Task { [weak self] in await self?.follow() }
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        following?.cancel()
    }

    private func follow() async {
        guard let display else { return }
        let presentation = await Presentation(of: screen.shown)
        presentation.attach(display)
        await presentation.run()
    }
}

/// The screen in SwiftUI.
struct PlatformScreen: UIViewControllerRepresentable {
    static let toolkit: LocalizedStringKey = "UIKit"
    let screen: StaffScreen

    func makeUIViewController(context: Context) -> StaffCollectionController { StaffCollectionController(screen) }

    func updateUIViewController(_ controller: StaffCollectionController, context: Context) {}
}
#endif
