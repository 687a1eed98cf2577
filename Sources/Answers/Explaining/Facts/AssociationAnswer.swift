import AppAssociation

/// What an association file says about a URL to one app.
struct AssociationAnswer {
  /// Position of the app; nil for one that the configuration does not name.
  let app: Int?
  /// Its name in the configuration, or else in the file.
  let name: String
  let explanation: Explanation

  var opens: Bool { explanation.verdict.decision == .match }

  /// The answer that counts. Of several apps that open a URL the one that stands first in the file
  /// wins.
  ///
  /// - Parameter routeApp: the app whose answer tells most where none opens.
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

  /// The position in the file of the entry that decided.
  private var entry: Int {
    guard let rule = explanation.verdict.rule, let bracket = rule.firstIndex(of: "[") else {
      return 0
    }
    return Int(rule[rule.index(after: bracket)...].prefix { $0 != "]" }) ?? 0
  }
}
