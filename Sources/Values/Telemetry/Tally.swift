import Synchronization

/// A metric with one label: a number for each label value, which any thread may write.
package final class Tally<Kind>: Sendable
where Kind: CaseIterable & Hashable & RawRepresentable<String> & Sendable {
  private let name: String
  private let label: String?
  private let type: String
  private let help: String
  private let numbers = Mutex<[Kind: Int]>([:])

  /// - Parameters:
  ///   - name: the name of the metric.
  ///   - label: the label that has the raw values as its values; nil for a metric without labels
  ///     and with a single kind.
  ///   - type: `counter` or `gauge`.
  ///   - help: one sentence for readers of the metrics.
  package init(_ name: String, label: String?, type: String, help: String) {
    self.name = name
    self.label = label
    self.type = type
    self.help = help
  }

  /// Returns the number for a kind; 0 for one that was never counted.
  package func value(of kind: Kind) -> Int { numbers.withLock { $0[kind, default: 0] } }

  /// Adds to the number for a kind, which wraps around on overflow.
  package func add(_ amount: Int = 1, to kind: Kind) {
    numbers.withLock { $0[kind, default: 0] &+= amount }
  }

  package func set(_ value: Int, of kind: Kind) {
    numbers.withLock { $0[kind] = value }
  }

  /// Adds an amount unless the number would be greater than a limit.
  ///
  /// - Returns: whether it was added.
  package func add(_ amount: Int, to kind: Kind, upTo limit: Int) -> Bool {
    numbers.withLock { numbers in
      let sum = numbers[kind, default: 0] &+ amount
      if sum <= limit { numbers[kind] = sum }
      return sum <= limit
    }
  }

  /// Appends the metric with a sample for each kind.
  package func append(to output: inout PrometheusText) {
    let numbers = numbers.withLock { $0 }
    output.begin(name, type: type, help: help)
    for kind in Kind.allCases {
      output.sample(
        name, label.map { [$0: kind.rawValue] } ?? [:], String(numbers[kind, default: 0]))
    }
  }
}
