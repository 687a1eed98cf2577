/// Nanoseconds per round, the best of five measurements; each runs as many rounds as fill 20
/// milliseconds.
func measure(_ body: () -> Int) -> Double {
  var rounds = 1
  var best = Double.infinity
  while time(rounds, body) < 2e7, rounds < 1 << 30 { rounds *= 2 }
  for _ in 0..<5 { best = min(best, time(rounds, body) / Double(rounds)) }
  return best
}

/// Nanoseconds for that many rounds.
private func time(_ rounds: Int, _ body: () -> Int) -> Double {
  var sum = 0
  let parts = ContinuousClock().measure { for _ in 0..<rounds { sum &+= body() } }.components
  precondition(sum != 0)
  return Double(parts.seconds) * 1e9 + Double(parts.attoseconds) / 1e9
}

/// Prints one line: our time, and each reference with its multiple of our time.
func report(_ name: String, _ ours: Double, _ references: [(name: String, time: Double)]) {
  let others = references.map { reference in
    "; \(reference.name): \(rounded(reference.time, 10)) ns, "
      + "\(rounded(reference.time / ours, 100)) times ours"
  }
  print("\(name): \(rounded(ours, 10)) ns" + others.joined())
}

private func rounded(_ value: Double, _ scale: Double) -> Double {
  (value * scale).rounded() / scale
}
