extension Duration {
    /// The duration, from zero up to a year: clocks trap if they are asked to wait for much longer.
    package var clamped: Duration { max(.zero, min(self, .seconds(365 * 24 * 3_600))) }
}
