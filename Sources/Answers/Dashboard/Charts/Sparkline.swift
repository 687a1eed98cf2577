import LinkStorage
import Links

/// The clicks of the last days as a small line without a scale.
struct Sparkline {
  private let counts: [Int]

  private static let length = 30
  private static let height = 20.0

  /// The days shown, counted since 1970, including the present one.
  static func days(until now: Timestamp) -> Range<Int> {
    let today = StatisticsPeriod.day(of: now)
    return today - length + 1..<today + 1
  }

  /// - Parameter counts: by days since 1970.
  init(_ counts: [Int: Int], until now: Timestamp) {
    self.counts = Self.days(until: now).map { max(counts[$0] ?? 0, 0) }
  }

  /// - Parameter name: describes the sum, for readers who cannot see the line and for those who point
  ///   at it.
  func markup(_ name: (_ sum: Int) -> String) -> Markup {
    let sum = counts.reduce(0) { $0.addingClamped($1) }
    return """
      <svg class="spark\(sum == 0 ? " still" : "")" viewBox="-1 -1 \(counts.count + 1) 22" preserveAspectRatio="none" \
      role="img"><title>\(name(sum))</title><path d="\(line)"/></svg>
      """
  }

  private var line: String {
    let greatest = Double(max(counts.max() ?? 0, 1))
    let heights = counts.map { Int(((1 - Double($0) / greatest) * Self.height).rounded()) }
    return "M0 \(heights.first ?? 0)"
      + heights.enumerated().dropFirst().map { "L\($0.offset) \($0.element)" }.joined()
  }
}
