// swift-format-ignore-file
// Scenes, bars and views of the older toolkits: see View.swift.
@MainActor @preconcurrency public protocol Scene {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
}
extension Never: Scene {}
@resultBuilder public struct SceneBuilder {
    public static func buildExpression<Content>(_ content: Content) -> Content where Content: Scene { content }
    public static func buildBlock<Content>(_ content: Content) -> Content where Content: Scene { content }
}
@MainActor @preconcurrency public protocol App {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
    @MainActor @preconcurrency init()
}
extension App { @MainActor @preconcurrency public static func main() { fatalError() } }
public struct WindowGroup<Content>: Scene where Content: View {
    nonisolated public init(@ViewBuilder content: () -> Content) {}
    public var body: Never { fatalError() }
}

public struct NavigationPath: Equatable {}
public struct NavigationStack<Data, Root>: View where Root: View { public var body: Never { fatalError() } }
extension NavigationStack where Data == NavigationPath { nonisolated public init(@ViewBuilder root: () -> Root) {} }
public protocol TabContent<TabValue> { associatedtype TabValue: Hashable where TabValue: Hashable }
public struct Tab<Value, Content, Label> {}
extension Tab: TabContent where Value: Hashable, Content: View, Label: View { public typealias TabValue = Value }
public struct DefaultTabLabel: View { public var body: Never { fatalError() } }
extension Tab where Value == Never, Content: View, Label == DefaultTabLabel {
    nonisolated public init(_ titleKey: LocalizedStringKey, systemImage: String, @ViewBuilder content: () -> Content) {}
}
public struct TupleTabContent<TabValue: Hashable, Content>: TabContent {}
@resultBuilder public struct TabContentBuilder<TabValue> where TabValue: Hashable {
    public static func buildExpression<Content>(_ content: Content) -> Content where TabValue == Content.TabValue, Content: TabContent { content }
    public static func buildBlock<C0, C1>(_ c0: C0, _ c1: C1) -> TupleTabContent<TabValue, (C0, C1)> where C0: TabContent, C1: TabContent, C0.TabValue == TabValue, C1.TabValue == TabValue { TupleTabContent() }
}
public struct TabView<SelectionValue, Content>: View where SelectionValue: Hashable, Content: View { public var body: Never { fatalError() } }
public struct TabContentBody<C>: View { public var body: Never { fatalError() } }
extension TabView {
    nonisolated public init<C>(@TabContentBuilder<Never> content: () -> C) where SelectionValue == Never, Content == TabContentBody<C>, C: TabContent, C.TabValue == Never {}
}

@MainActor @preconcurrency public protocol ToolbarContent { associatedtype Body: ToolbarContent }
extension Never: ToolbarContent {}
public struct ToolbarItemPlacement: Sendable {
    public static let automatic = ToolbarItemPlacement(), primaryAction = ToolbarItemPlacement(), secondaryAction = ToolbarItemPlacement()
    public static let confirmationAction = ToolbarItemPlacement(), cancellationAction = ToolbarItemPlacement()
}
public struct ToolbarItem<ID, Content>: ToolbarContent where Content: View { public typealias Body = Never }
extension ToolbarItem where ID == () { nonisolated public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {} }
public struct ToolbarItemGroup<Content>: ToolbarContent where Content: View { public typealias Body = Never }
extension ToolbarItemGroup { nonisolated public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {} }
public struct ToolbarTuple<T>: ToolbarContent { public typealias Body = Never; nonisolated init() {} }
@resultBuilder public struct ToolbarContentBuilder {
    public static func buildExpression<Content>(_ content: Content) -> Content where Content: ToolbarContent { content }
    public static func buildBlock<Content>(_ content: Content) -> some ToolbarContent where Content: ToolbarContent { content }
    public static func buildBlock<C0, C1>(_ c0: C0, _ c1: C1) -> some ToolbarContent where C0: ToolbarContent, C1: ToolbarContent { ToolbarTuple<(C0, C1)>() }
    public static func buildBlock<C0, C1, C2>(_ c0: C0, _ c1: C1, _ c2: C2) -> some ToolbarContent where C0: ToolbarContent, C1: ToolbarContent, C2: ToolbarContent { ToolbarTuple<(C0, C1, C2)>() }
}
extension View {
    nonisolated public func toolbar<Content>(@ToolbarContentBuilder content: () -> Content) -> some View where Content: ToolbarContent { Modified() }
}
