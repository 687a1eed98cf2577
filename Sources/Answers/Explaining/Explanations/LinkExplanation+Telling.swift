extension LinkExplanation {
  /// A step in words.
  package struct ToldStep: Equatable, Sendable {
    /// A sentence with its title.
    package let text: String
    /// What it relies on.
    package let basis: [String]
  }

  /// The steps and the conclusion.
  ///
  /// - Parameter namesPlaces: whether the places in the configuration are named, which concern the
  ///   operator alone.
  package func told(namesPlaces: Bool) -> [ToldStep] {
    func text(_ text: String) -> String {
      namesPlaces ? text : ConfigurationPlace.removed(from: text)
    }
    return steps.map { step in
      ToldStep(
        text: "\(step.title): \(text(step.sentence))",
        basis: step.basis.filter { namesPlaces || !ConfigurationPlace.isOne($0) })
    } + [ToldStep(text: text(conclusion), basis: [])]
  }
}

/// The places in the configuration among the texts of an explanation.
enum ConfigurationPlace {
  private static let start = "sites["

  static func isOne(_ basis: String) -> Bool {
    basis.hasPrefix(start) || basis.hasPrefix("apps.") || basis == "the store"
  }

  /// The sentence with `the site` for each place of a site or a part of it.
  static func removed(from sentence: String) -> String {
    var rest = sentence[...]
    var result = ""
    while let place = rest.firstRange(of: start) {
      result += rest[..<place.lowerBound] + "the site"
      let end = rest[place.upperBound...].firstIndex { " ,;:'".contains($0) } ?? rest.endIndex
      rest = rest[end...]
    }
    return result + rest
  }
}
