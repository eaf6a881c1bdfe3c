// swift-format-ignore-file
// Controllers of AppKit in SwiftUI: see View.swift.
#if canImport(AppKit)
import AppKit

@MainActor @preconcurrency public protocol NSViewControllerRepresentable: View where Body == Never {
    associatedtype NSViewControllerType: NSViewController
    associatedtype Coordinator = Void
    typealias Context = NSViewControllerRepresentableContext<Self>
    @MainActor @preconcurrency func makeNSViewController(context: Context) -> NSViewControllerType
    @MainActor @preconcurrency func updateNSViewController(_ nsViewController: NSViewControllerType, context: Context)
    @MainActor @preconcurrency func makeCoordinator() -> Coordinator
}
extension NSViewControllerRepresentable where Coordinator == Void { public func makeCoordinator() {} }
extension NSViewControllerRepresentable { public var body: Never { fatalError() } }
@MainActor @preconcurrency public struct NSViewControllerRepresentableContext<Representable> where Representable: NSViewControllerRepresentable {
    public let coordinator: Representable.Coordinator
}
#endif
