import ArgumentParser

/// The resident size over the commits, as an SVG.
struct Plot {
    let series: [Sample]
    let commits: Int
    let items: Int

    func write(to path: String) throws {
        if !soak.write(svg, to: path) { throw ValidationError("\(path) cannot be written.") }
        print("plotted in \(path)")
    }

    private var svg: String {
        let (left, top, width, height) = (70.0, 50.0, 620.0, 260.0)
        let peak = series.map(\.resident).max() ?? 1
        let ceiling = (peak * 1.25 / 10).rounded(.up) * 10
        func x(_ sample: Sample) -> Double { left + width * Double(sample.commits) / Double(commits) }
        func y(_ mebibytes: Double) -> Double { top + height * (1 - mebibytes / ceiling) }
        let points = series.map { "\(String(mebibytes: x($0))),\(String(mebibytes: y($0.resident)))" }
        var lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 370\" font-family=\"sans-serif\" font-size=\"13\">",
            "<rect width=\"720\" height=\"370\" fill=\"white\"/>",
            "<text x=\"\(left)\" y=\"26\" font-size=\"14\">Resident size, \(commits) commits to \(items) items, a fast,"
                + " a slow and a stalled subscriber</text>",
        ]
        for step in 0...5 {
            let value = ceiling * Double(step) / 5
            let place = String(mebibytes: y(value))
            lines.append(
                "<line x1=\"\(left)\" x2=\"\(left + width)\" y1=\"\(place)\" y2=\"\(place)\" stroke=\"#ddd\"/>")
            lines.append(
                "<text x=\"\(left - 8)\" y=\"\(place)\" text-anchor=\"end\" dy=\"4\">\(String(mebibytes: value))</text>"
            )
            let million = String(mebibytes: Double(commits) * Double(step) / 5 / 1_000_000)
            lines.append(
                "<text x=\"\(left + width * Double(step) / 5)\" y=\"\(top + height + 20)\" text-anchor=\"middle\">"
                    + "\(million) M</text>"
            )
        }
        lines.append("<text x=\"8\" y=\"\(top - 8)\">MiB</text>")
        lines.append("<text x=\"\(left + width / 2)\" y=\"\(top + height + 42)\" text-anchor=\"middle\">commits</text>")
        lines.append(
            "<polyline fill=\"none\" stroke=\"#c2410c\" stroke-width=\"2\" points=\"\(points.joined(separator: " "))\"/>"
        )
        lines.append("</svg>")
        return lines.joined(separator: "\n") + "\n"
    }
}

extension String {
    /// A number with one decimal.
    init(mebibytes: Double) {
        let tenths = Int((mebibytes * 10).rounded())
        self = "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }

    func padded(_ width: Int) -> String {
        String(repeating: " ", count: max(0, width - count)) + self
    }
}

extension BinaryInteger {
    func padded(_ width: Int) -> String { "\(self)".padded(width) }
}
