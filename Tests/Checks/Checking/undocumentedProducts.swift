// What is wrong with the targets in `.spi.yml` whose documentation is published: they are the products of `Package.swift`,
// in the same order. The first one is shown first.
func undocumentedProducts(in paths: [String], read: (String) throws -> String?) rethrows -> String? {
    guard paths.contains(".spi.yml"), let index = try read(".spi.yml"), let manifest = try read("Package.swift") else {
        return nil
    }
    let products = manifest.groups(of: #"\.library\(\s*name: "([^"]+)""#).map { String($0[1]) }
    let listed = index.groups(of: "documentation_targets:((?:\n *- *[A-Za-z]+)*)").first.map { String($0[1]) } ?? ""
    let targets = listed.groups(of: "[A-Za-z]+").map { String($0[0]) }
    if products == targets { return nil }
    return "documentation_targets in .spi.yml must be the products, in their order: \(products.joined(separator: ", "))"
}
