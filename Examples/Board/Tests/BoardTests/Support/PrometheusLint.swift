import Foundation

/// Checks metrics in Prometheus' text format, as `promtool check metrics` does.
enum PrometheusLint {
    /// What breaks a rule of the format, or of the names.
    static func faults(in text: String) -> [String] {
        var checker = Checker()
        if !text.hasSuffix("\n") { checker.faults.append("the last line has no end") }
        for line in text.split(separator: "\n") { checker.read(String(line)) }
        checker.end()
        return checker.faults
    }

    /// The values of all samples of a kind, by what is before the value.
    static func samples(of kind: String, in text: String) -> [String: Double] {
        var (samples, current): ([String: Double], String) = ([:], "")
        for line in text.split(separator: "\n") {
            if line.hasPrefix("# TYPE ") { current = String(line.split(separator: " ")[3]) }
            guard !line.hasPrefix("#"), current == kind, let space = line.lastIndex(of: " ") else { continue }
            samples[String(line[..<space])] = Double(line[line.index(after: space)...])
        }
        return samples
    }

    private struct Checker {
        var faults: [String] = []
        private var help: Set<String> = []
        private var kinds: [String: String] = [:]
        private var seen: Set<String> = []
        private var current = ""
        private var ended: Set<String> = []
        private var buckets: [Double] = []
        private var isCounted = false

        mutating func read(_ line: String) {
            let parts = line.split(separator: " ", maxSplits: 3).map(String.init)
            if line.hasPrefix("# HELP "), parts.count == 4 {
                begin(parts[2])
                if !help.insert(parts[2]).inserted { faults.append("HELP of \(parts[2]) twice") }
            } else if line.hasPrefix("# TYPE "), parts.count == 4 {
                if parts[2] != current { faults.append("TYPE of \(parts[2]) without HELP") }
                if kinds.updateValue(parts[3], forKey: parts[2]) != nil { faults.append("TYPE of \(parts[2]) twice") }
                checkName(parts[2], parts[3])
            } else if line.hasPrefix("#") {
                faults.append("a comment: \(line)")
            } else {
                sample(line)
            }
        }

        mutating func end() { begin("") }

        private mutating func begin(_ name: String) {
            if kinds[current] == "histogram", !isCounted { faults.append("\(current) has no count") }
            (buckets, isCounted) = ([], false)
            if !current.isEmpty { ended.insert(current) }
            current = name
        }

        private mutating func checkName(_ name: String, _ kind: String) {
            if name.wholeMatch(of: #/[a-z_][a-z0-9_]*/#) == nil { faults.append("name \(name) is not in snake case") }
            if (kind == "counter") != name.hasSuffix("_total") { faults.append("_total is for counters: \(name)") }
            for unit in ["milliseconds", "minutes", "hours", "kilobytes", "mebibytes", "megabytes", "bits"]
            where name.contains(unit) { faults.append("unit of \(name) is no base unit") }
            if !["counter", "gauge", "histogram"].contains(kind) { faults.append("kind \(kind)") }
        }

        private mutating func sample(_ line: String) {
            let form = #/([a-zA-Z_:][a-zA-Z0-9_:]*)(\{(?:[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\]|\\[\\"n])*",?)*\})? (\S+)/#
            guard let match = line.wholeMatch(of: form) else {
                return faults.append("a sample whose labels are wrong: \(line)")
            }
            let name = String(match.1), labels = match.2.map(String.init) ?? ""
            guard let value = Double(match.3 == "+Inf" ? "inf" : String(match.3)) else {
                return faults.append("a value that is no number: \(line)")
            }
            if !seen.insert(name + labels).inserted { faults.append("\(name)\(labels) twice") }
            if kinds[current] == "histogram" {
                histogram(name, labels, value)
            } else if name != current {
                faults.append(ended.contains(name) ? "\(name) is apart" : "\(name) has no HELP and TYPE")
            }
            if kinds[current] == "counter", value < 0 { faults.append("\(name) is negative") }
        }

        private mutating func histogram(_ name: String, _ labels: String, _ value: Double) {
            switch name {
            case current + "_bucket":
                if !labels.contains("le=\"") { faults.append("a bucket of \(current) without le") }
                if let last = buckets.last, last > value { faults.append("a bucket of \(current) falls") }
                buckets.append(value)
            case current + "_sum": break
            case current + "_count":
                if buckets.last != value { faults.append("the last bucket of \(current) is not its count") }
                (buckets, isCounted) = ([], true)
            default: faults.append(ended.contains(name) ? "\(name) is apart" : "\(name) has no HELP and TYPE")
            }
        }
    }
}
