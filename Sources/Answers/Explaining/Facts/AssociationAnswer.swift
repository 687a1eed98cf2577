import AppAssociation

/// The answer of an association file about a URL and one app.
struct AssociationAnswer {
  /// The index of the app; nil when the configuration does not name it.
  let app: Int?
  /// The app's name in the configuration or, failing that, in the file.
  let name: String
  let explanation: Explanation

  var opens: Bool { explanation.verdict.decision == .match }

  /// Returns the answer that counts. When several apps open a URL, the one listed first in the file
  /// wins.
  ///
  /// - Parameter routeApp: the app whose answer is the most informative when none opens.
  static func deciding(
    among answers: [AssociationAnswer], routeApp: Int?
  ) -> AssociationAnswer? {
    let opening = answers.enumerated().filter(\.element.opens).min { left, right in
      (left.element.entry, left.offset) < (right.element.entry, right.offset)
    }
    if let opening { return opening.element }
    let asked = answers.filter { $0.explanation.obstacle == nil }
    return answers.first { $0.app != nil && $0.app == routeApp }
      ?? asked.first { $0.explanation.verdict.decision == .exclude } ?? asked.first
      ?? answers.first
  }

  /// The index in the file of the deciding entry.
  private var entry: Int {
    guard let rule = explanation.verdict.rule, let bracket = rule.firstIndex(of: "[") else {
      return 0
    }
    return Int(rule[rule.index(after: bracket)...].prefix { $0 != "]" }) ?? 0
  }
}
