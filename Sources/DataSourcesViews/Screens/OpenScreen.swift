public import DataSources

/// A screen that is shown: a source of its sections, and the screens that were opened from its items.
///
/// ```swift
/// let settings = try OpenScreen(screen) { name in try decoder.decode(StaticScreen.self, from: file(name)) }
/// let table = Presentation(of: settings.source)
/// let wifi = try await settings.open(row.id)      // made, or loaded, at the first time
/// ```
///
/// A child screen exists once it has been opened, and as long as its item. It is bound to no actor: it lives where it is
/// created.
public final class OpenScreen {
    /// The title.
    public private(set) var title: String?
    /// The sections; items can be edited as in any source.
    public let source: SectionedSource<ScreenHeader, ScreenRow>

    /// Loads a screen that is in another file.
    public typealias Loader = @Sendable (_ name: String) async throws -> StaticScreen

    private let loader: Loader?
    private var children: [ScreenID: (screen: OpenScreen, child: StaticScreen.Child)] = [:]

    /// Opens a screen.
    ///
    /// - Parameters:
    ///   - screen: The screen.
    ///   - loader: Loads child screens that are in other files, when they are opened.
    /// - Throws: `EditError` if two items or two sections have the same id.
    public init(_ screen: StaticScreen, loading loader: Loader? = nil) throws(EditError) {
        title = screen.title
        source = try SectionedSource(screen.parts)
        self.loader = loader
    }

    /// The screens that are open.
    public var openChildren: [ScreenID: OpenScreen] { children.mapValues(\.screen) }

    /// The screen that an item leads to; `nil` if it leads nowhere.
    ///
    /// The same one is returned as long as the item leads there.
    ///
    /// - Throws: ``ScreenError`` if the item is not on the screen, or nothing loads its child; what loading it throws.
    public func open(_ id: ScreenID) async throws -> OpenScreen? {
        prune()
        guard let row = source.snapshot[id: id] else { throw ScreenError.removed }
        guard let child = row.item.child else { return nil }
        if let open = children[id]?.screen { return open }
        let screen: StaticScreen
        switch child {
        case .screen(let inline): screen = inline
        case .named(let name):
            guard let loader else { throw ScreenError.noLoader(name) }
            screen = try await loader(name)
        }
        // Others may have opened it meanwhile, or removed its item.
        if let open = children[id], open.child == child { return open.screen }
        guard source.snapshot[id: id]?.item.child == child else { throw ScreenError.removed }
        let open = try OpenScreen(screen, loading: loader)
        children[id] = (open, child)
        return open
    }

    /// Closes a child screen: the next one opened from its item is new.
    public func close(_ id: ScreenID) {
        children[id] = nil
    }

    /// Shows another version of the screen; child screens stay open as long as their items lead to them.
    ///
    /// - Throws: `EditError` if two items or two sections have the same id; then nothing has changed.
    public func replace(by screen: StaticScreen) async throws {
        try await source.replaceAll(with: screen.parts)
        title = screen.title
        prune()
    }

    /// Forgets the children of items that have gone, or lead elsewhere.
    private func prune() {
        let snapshot = source.snapshot
        children = children.filter { id, open in snapshot[id: id]?.item.child == open.child }
    }
}

extension StaticScreen {
    /// The sections as a source has them.
    public var parts: [ItemSection<ScreenHeader, ScreenRow>] {
        sections.enumerated().map { place, section in
            let header = ScreenHeader(
                id: section.id.map { .named($0) } ?? .section(place), header: section.header, footer: section.footer)
            return ItemSection(
                header,
                items: section.items.enumerated().map { offset, item in
                    ScreenRow(id: item.id.map { .named($0) } ?? .item(section: place, item: offset), item: item)
                })
        }
    }
}
