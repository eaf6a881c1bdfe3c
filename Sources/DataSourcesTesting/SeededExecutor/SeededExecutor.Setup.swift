extension SeededExecutor {
    /// Everything that decides a run, except its body.
    struct Setup: Hashable, Sendable {
        let order: Order
        let escapes: EscapePolicy
        let patience: Duration

        /// The call that makes such a run, in one line to paste into a test.
        var call: String {
            let arguments = [
                order.argument,
                escapes == .allowed ? "escapes: .allowed" : nil,
                patience == SeededExecutor.defaultPatience ? nil : "patience: \(patience.inSource)",
            ]
            return "SeededExecutor.run(\(arguments.compactMap(\.self).joined(separator: ", "))) { executor in ... }"
        }
    }

    /// The setup of this executor's runs.
    var setup: Setup { Setup(order: order, escapes: escapes, patience: patience) }
}

extension Duration {
    /// As source code has it: `.zero`, `.seconds(5)`, `.seconds(0.25)`.
    fileprivate var inSource: String {
        let (seconds, attoseconds) = components
        if self == .zero { return ".zero" }
        return ".seconds(\(attoseconds == 0 ? "\(seconds)" : "\(Double(seconds) + Double(attoseconds) * 1e-18)"))"
    }
}
