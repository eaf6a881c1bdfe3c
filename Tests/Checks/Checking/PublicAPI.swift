package import Foundation

/// What `swift-api-digester -dump-sdk` says about a module, without what is only for the package.
///
/// The digester takes `package` for `public`: it reports the removal of what no client could use, and does not see that
/// something public is for the package now. What is public, the symbol graphs say.
package struct PublicAPI {
    private let dump: [String: Any]
    /// The unique names of what is public.
    private let isPublic: Set<String>
    private let module: String

    // `graphs` are the symbol graphs of the module, with public symbols only.
    package init(of module: String, dump: Data, graphs: [Data]) throws {
        self.module = module
        self.dump = try Self.object(dump)
        var names: Set<String> = []
        for graph in graphs {
            for case let symbol as [String: Any] in try Self.object(graph)["symbols"] as? [Any] ?? [] {
                if let name = (symbol["identifier"] as? [String: Any])?["precise"] as? String { names.insert(name) }
            }
        }
        guard !names.isEmpty else { throw Wrong("the symbol graphs of \(module) have no symbols") }
        isPublic = names
    }

    /// The dump of what is public.
    package func filtered() throws -> Data {
        guard let root = dump["ABIRoot"] as? [String: Any] else { throw Wrong("the dump of \(module) has no ABIRoot") }
        var hidden: Set<String> = []
        collect(in: root, &hidden)
        var result = dump
        result["ABIRoot"] = without(hidden, root)
        return try JSONSerialization.data(withJSONObject: result, options: [.sortedKeys])
    }

    /// The unique names of the declarations that are not public, down to those inside which nothing is.
    private func collect(in node: [String: Any], _ hidden: inout Set<String>) {
        for case let child as [String: Any] in node["children"] as? [Any] ?? [] {
            // What the compiler derives, such as `hashValue`, is as public as its type.
            if let name = child["usr"] as? String, child["declKind"] != nil, child["moduleName"] as? String == module,
                child["kind"] as? String != "Accessor", child["implicit"] as? Bool != true, !isPublic.contains(name)
            {
                hidden.insert(name)
            }
            collect(in: child, &hidden)
        }
    }

    private func without(_ hidden: Set<String>, _ node: [String: Any]) -> [String: Any] {
        var result = node
        for key in ["children", "conformances", "accessors"] {
            guard let list = node[key] as? [Any] else { continue }
            result[key] = list.compactMap { child in
                guard let child = child as? [String: Any] else { return child }
                if let name = child["usr"] as? String, hidden.contains(name), isEntry(child) { return nil }
                return without(hidden, child) as Any
            }
        }
        return result
    }

    /// Whether a node is a declaration or a conformance; other ones only mention a type.
    private func isEntry(_ node: [String: Any]) -> Bool {
        node["declKind"] != nil || node["kind"] as? String == "Conformance"
    }

    private static func object(_ data: Data) throws -> [String: Any] {
        let value = try JSONSerialization.jsonObject(with: data)
        guard let object = value as? [String: Any] else { throw Wrong("a dump or a symbol graph is no object") }
        return object
    }
}
