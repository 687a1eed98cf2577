package import JSONSyntax

extension LinkExplanation {
  /// A step as text.
  package struct ToldStep: Equatable, Sendable {
    /// The title and the sentence of the step.
    package let text: String
    /// The rules, configuration paths and documents that the step relies on.
    package let basis: [String]
  }

  /// Returns the steps and the conclusion as text.
  ///
  /// - Parameter namesPlaces: whether the text names paths in the configuration, which concern only
  ///   the operator.
  package func told(in language: Language, namesPlaces: Bool) -> [ToldStep] {
    func text(_ sentence: Sentence) -> String {
      let text = sentence.text(in: language)
      return namesPlaces ? text : ConfigurationPlace.removed(from: text, in: language)
    }
    return steps.map { step in
      ToldStep(
        text: Self.titled(step.title, text(step.sentence), in: language),
        basis: step.basis.filter { namesPlaces || !ConfigurationPlace.isOne($0) })
    } + [ToldStep(text: text(ending), basis: [])]
  }

  private static func titled(
    _ title: Step.Title, _ sentence: String, in language: Language
  ) -> String {
    switch language {
    case .english: "\(title.english): \(sentence)"
    case .japanese: "\(title.japanese)：\(sentence)"
    }
  }
}

/// Recognizes the paths in the configuration among the texts of an explanation.
enum ConfigurationPlace {
  private static let start = "sites["

  static func isOne(_ basis: String) -> Bool {
    basis.hasPrefix(start) || basis.hasPrefix("apps.") || basis == "the store"
  }

  /// Returns the sentence with each path of a site, or of a part of it, replaced by `the site`.
  static func removed(from sentence: String, in language: Language) -> String {
    let site = Sentence("the site", "サイト").text(in: language)
    var rest = sentence[...]
    var result = ""
    while let place = rest.firstRange(of: start) {
      result += rest[..<place.lowerBound] + site
      let end = rest[place.upperBound...].firstIndex { " ,;:'」）".contains($0) } ?? rest.endIndex
      rest = rest[end...]
    }
    return result + rest
  }
}
