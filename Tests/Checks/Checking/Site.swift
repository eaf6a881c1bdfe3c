package import Foundation

/// A site of static pages that `docc` has rendered, as the paths of its files and a way to read them.
///
/// Each page is `documentation/…/index.html`, which shows `data/documentation/….json`. Links in it are without the path
/// that the site is below.
package struct Site {
    private let files: Set<String>
    /// The path that the site is below, such as `/DataSources`; empty if there is none.
    private let base: String
    private let read: (String) throws -> Data

    package init(files: [String], below base: String, read: @escaping (String) throws -> Data) {
        self.files = Set(files)
        self.base = base
        self.read = read
    }

    /// How many pages it has.
    package var pageCount: Int { pages.count }

    /// The files with what the pages say.
    private var pages: [String] {
        files.filter { $0.has("^data/(documentation|tutorials)[/.]") && $0.hasSuffix(".json") }.sorted()
    }

    /// The links that lead nowhere, as `file: target: what is wrong`.
    package func brokenLinks() throws -> [String] {
        var anchors: [String: Set<String>] = [:]
        var found: [String] = []
        var frames: Set<String> = []
        if pages.isEmpty { found.append("the site has no pages") }
        for page in pages {
            let path = String(page.dropFirst("data".count).dropLast(".json".count))
            let html = "\(path.dropFirst())/index.html"
            if !files.contains(html) { found.append("\(page): there is no \(html)") } else { frames.insert(html) }
            for target in try targets(of: page) {
                let link = target.hasPrefix("#") ? path + target : target
                let fault = try fault(of: link, anchors: &anchors)
                if let fault { found.append("\(page): \(target): \(fault)") }
            }
        }
        frames.insert("index.html")
        for frame in frames.sorted() { found += try brokenAttributes(in: frame) }
        found += try brokenEntries()
        return found
    }

    /// What is wrong with a link to a page or an image.
    private func fault(of link: String, anchors: inout [String: Set<String>]) throws -> String? {
        if link.has("^[a-z][a-z0-9+.-]*:") { return nil }
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let path = String(parts[0])
        if path.has("^/(images|videos|downloads)/") {
            return files.contains(String(path.dropFirst())) ? nil : "there is no such file"
        }
        guard path.has("^/(documentation|tutorials)(/|$)") else { return "it is no path of a page" }
        let page = "data\(path).json"
        guard files.contains(page) else { return "there is no such page" }
        guard parts.count == 2 else { return nil }
        if anchors[page] == nil { anchors[page] = try self.anchors(of: page) }
        let anchor = parts[1].removingPercentEncoding ?? String(parts[1])
        return anchors[page]?.contains(anchor) == true ? nil : "the page has no such heading"
    }

    private func json(_ file: String) throws -> [String: Any] {
        guard let object = try JSONSerialization.jsonObject(with: read(file)) as? [String: Any] else {
            throw Wrong("\(file) is no object")
        }
        return object
    }

    /// Where the links and images of a page lead.
    private func targets(of page: String) throws -> Set<String> {
        var found: Set<String> = []
        for case let reference as [String: Any] in (try json(page)["references"] as? [String: Any] ?? [:]).values {
            if let url = reference["url"] as? String { found.insert(url) }
            for case let variant as [String: Any] in reference["variants"] as? [Any] ?? [] {
                if let url = variant["url"] as? String { found.insert(url) }
            }
        }
        return found
    }

    /// The names of the headings of a page.
    private func anchors(of page: String) throws -> Set<String> {
        var found: Set<String> = []
        func look(at value: Any) {
            if let object = value as? [String: Any] {
                if let anchor = object["anchor"] as? String { found.insert(anchor) }
                object.values.forEach(look)
            } else if let list = value as? [Any] {
                list.forEach(look)
            }
        }
        look(at: try json(page))
        return found
    }

    /// The attributes of a file of HTML that name no file of the site.
    private func brokenAttributes(in file: String) throws -> [String] {
        let text = String(decoding: try read(file), as: UTF8.self)
        return text.groups(of: #"\b(?:src|href)="([^"]*)""#).compactMap { groups in
            let target = String(groups[1])
            guard !target.has("^[a-z]+:|^#") else { return nil }
            guard target.hasPrefix("\(base)/") else { return "\(file): \(target): it is not below \(base)/" }
            let path = String(target.dropFirst(base.count + 1))
            let isThere = ["", "index.html", "/index.html"].contains { files.contains(path + $0) }
            return isThere ? nil : "\(file): \(target): there is no such file"
        }
    }

    /// The entries of the navigator that lead nowhere.
    private func brokenEntries() throws -> [String] {
        let file = "index/index.json"
        guard files.contains(file) else { return ["there is no \(file)"] }
        var found: [String] = []
        func look(at value: Any) {
            if let list = value as? [Any] { return list.forEach(look) }
            guard let entry = value as? [String: Any] else { return }
            let isExternal = entry["external"] as? Bool == true
            if !isExternal, let path = entry["path"] as? String, !files.contains("data\(path).json") {
                found.append("\(file): \(path): there is no such page")
            }
            if let children = entry["children"] { look(at: children) }
        }
        for languages in (try json(file)["interfaceLanguages"] as? [String: Any] ?? [:]).values { look(at: languages) }
        return found
    }
}
