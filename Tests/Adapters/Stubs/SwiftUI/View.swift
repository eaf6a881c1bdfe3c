// swift-format-ignore-file
// The part of SwiftUI that the examples use, to type-check them on Linux: the declarations of Apple's documentation for
// the SDKs of 2025, written down by hand. Not Apple's code, and no proof that theirs agrees. Nothing here runs.
@_exported import Foundation
@_exported import Observation

@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
}
extension Never: View { public var body: Never { fatalError() } }
extension Optional: View where Wrapped: View { public var body: Never { fatalError() } }

/// What modifiers return, where the documentation says `some View`.
public struct Modified: View {
    nonisolated init() {}
    public var body: Never { fatalError() }
}

public struct EmptyView: View {
    nonisolated public init() {}
    public var body: Never { fatalError() }
}
public struct TupleView<T>: View { public var body: Never { fatalError() } }
public struct _ConditionalContent<TrueContent, FalseContent> {}
extension _ConditionalContent: View where TrueContent: View, FalseContent: View { public var body: Never { fatalError() } }

@resultBuilder public struct ViewBuilder {
    public static func buildExpression<Content>(_ content: Content) -> Content where Content: View { content }
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content>(_ content: Content) -> Content where Content: View { content }
    public static func buildBlock<each Content>(_ content: repeat each Content) -> TupleView<(repeat each Content)> where repeat each Content: View { TupleView() }
    public static func buildIf<Content>(_ content: Content?) -> Content? where Content: View { content }
    public static func buildEither<TrueContent, FalseContent>(first: TrueContent) -> _ConditionalContent<TrueContent, FalseContent> where TrueContent: View, FalseContent: View { _ConditionalContent() }
    public static func buildEither<TrueContent, FalseContent>(second: FalseContent) -> _ConditionalContent<TrueContent, FalseContent> where TrueContent: View, FalseContent: View { _ConditionalContent() }
}

public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation {
    public init(_ value: String) {}
    public init(stringLiteral value: String) {}
}

public struct Text: View, Equatable {
    @_disfavoredOverload nonisolated public init<S>(_ content: S) where S: StringProtocol {}
    nonisolated public init(_ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil, comment: StaticString? = nil) {}
    public var body: Never { fatalError() }
}
public struct Image: View, Equatable {
    nonisolated public init(systemName: String) {}
    public var body: Never { fatalError() }
}
public struct Label<Title, Icon>: View where Title: View, Icon: View { public var body: Never { fatalError() } }
extension Label where Title == Text, Icon == Image {
    nonisolated public init(_ titleKey: LocalizedStringKey, systemImage name: String) {}
    @_disfavoredOverload nonisolated public init<S>(_ title: S, systemImage name: String) where S: StringProtocol {}
}
public struct Spacer: View {
    nonisolated public init(minLength: CGFloat? = nil) {}
    public var body: Never { fatalError() }
}
public struct VerticalAlignment: Equatable, Sendable { public static let center = VerticalAlignment() }
public struct HorizontalAlignment: Equatable, Sendable { public static let center = HorizontalAlignment(), leading = HorizontalAlignment() }
public struct HStack<Content>: View where Content: View {
    nonisolated public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {}
    public var body: Never { fatalError() }
}
public struct VStack<Content>: View where Content: View {
    nonisolated public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {}
    public var body: Never { fatalError() }
}
public struct ProgressView<Label, CurrentValueLabel>: View where Label: View, CurrentValueLabel: View { public var body: Never { fatalError() } }
extension ProgressView where CurrentValueLabel == EmptyView {
    nonisolated public init() where Label == EmptyView {}
    nonisolated public init(_ titleKey: LocalizedStringKey) where Label == Text {}
}

public protocol ShapeStyle: Sendable {}
public struct HierarchicalShapeStyle: ShapeStyle { public static let secondary = HierarchicalShapeStyle() }
extension ShapeStyle where Self == HierarchicalShapeStyle { public static var secondary: HierarchicalShapeStyle { .secondary } }
public struct Material: ShapeStyle { public static let bar = Material() }
extension ShapeStyle where Self == Material { public static var bar: Material { .bar } }

public struct Edge: Sendable {
    public struct Set: OptionSet, Sendable {
        public let rawValue: Int8
        public init(rawValue: Int8) { self.rawValue = rawValue }
        public static let all = Set(rawValue: 15)
    }
}
public enum VerticalEdge: Int8, CaseIterable, Sendable { case top, bottom }
public enum HorizontalEdge: Int8, CaseIterable, Sendable { case leading, trailing }

extension View {
    nonisolated public func task(priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void) -> some View { Modified() }
    nonisolated public func onChange<V>(of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void) -> some View where V: Equatable { Modified() }
    nonisolated public func foregroundStyle<S>(_ style: S) -> some View where S: ShapeStyle { Modified() }
    nonisolated public func background<S>(_ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View where S: ShapeStyle { Modified() }
    nonisolated public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View { Modified() }
    nonisolated public func frame(minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil, idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil) -> some View { Modified() }
    nonisolated public func disabled(_ disabled: Bool) -> some View { Modified() }
    nonisolated public func accessibilityLabel(_ labelKey: LocalizedStringKey) -> some View { Modified() }
    nonisolated public func navigationTitle(_ titleKey: LocalizedStringKey) -> some View { Modified() }
    nonisolated public func tag<V>(_ tag: V, includeOptional: Bool = true) -> some View where V: Hashable { Modified() }
    nonisolated public func safeAreaInset<V>(edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> V) -> some View where V: View { Modified() }
    nonisolated public func sheet<Item, Content>(item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content) -> some View where Item: Identifiable, Content: View { Modified() }
}
