// swift-format-ignore-file
// What the screen of UIKit in Examples/Staff uses besides its adapter: signatures only, see UIKit.swift.
extension UIView {
    public struct AutoresizingMask: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static var flexibleWidth: AutoresizingMask { AutoresizingMask(rawValue: 2) }
        public static var flexibleHeight: AutoresizingMask { AutoresizingMask(rawValue: 16) }
    }
    public var bounds: CGRect { .zero }
    public var autoresizingMask: AutoresizingMask { get { [] } set {} }
    public func addSubview(_ view: UIView) {}
}
@MainActor open class UICollectionViewLayout {}
open class UICollectionViewCompositionalLayout: UICollectionViewLayout {
    open class func list(using configuration: UICollectionLayoutListConfiguration) -> UICollectionViewCompositionalLayout { UICollectionViewCompositionalLayout() }
}
@MainActor public struct UICollectionLayoutListConfiguration {
    public enum Appearance: Int, Sendable { case plain, grouped, insetGrouped, sidebar, sidebarPlain }
    public enum HeaderMode: Int, Sendable { case none, supplementary, firstItemInSection }
    public init(appearance: Appearance) {}
    public var headerMode = HeaderMode.none
}
extension UICollectionView {
    public class var elementKindSectionHeader: String { "UICollectionElementKindSectionHeader" }
    public convenience init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) { self.init() }
    @MainActor public struct SupplementaryRegistration<Supplementary: UICollectionReusableView> {
        public typealias Handler = (_ supplementaryView: Supplementary, _ elementKind: String, _ indexPath: IndexPath) -> Void
        public init(elementKind: String, handler: @escaping Handler) {}
    }
    public func dequeueConfiguredReusableSupplementary<Supplementary>(using registration: SupplementaryRegistration<Supplementary>, for indexPath: IndexPath) -> Supplementary { Supplementary() }
}
