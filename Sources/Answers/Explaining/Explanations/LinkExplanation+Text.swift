package import JSONSyntax

extension LinkExplanation {
  /// A step as text.
  package struct TextStep: Equatable, Sendable {
    /// The title and the sentence of the step.
    package let text: String
    /// The rules, configuration paths and documents that the step relies on.
    package let basis: [String]
  }

  /// Returns the steps and the conclusion as text.
  ///
  /// - Parameter namesPaths: whether the text names paths in the configuration, which concern only
  ///   the operator.
  package func text(in language: Language, namesPaths: Bool) -> [TextStep] {
    func text(_ sentence: Sentence) -> String {
      let text = sentence.text(in: language)
      return namesPaths ? text : ConfigurationPath.removed(from: text, in: language)
    }
    return steps.map { step in
      TextStep(
        text: Self.titled(step.title, text(step.sentence), in: language),
        basis: step.basis.filter { namesPaths || !ConfigurationPath.isOne($0) })
    } + [TextStep(text: text(ending), basis: [])]
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
enum ConfigurationPath {
  private static let start = "sites["

  static func isOne(_ basis: String) -> Bool {
    basis.hasPrefix(start) || basis.hasPrefix("apps.") || basis == "the store"
  }

  /// Returns the sentence with each path of a site, or of a part of it, replaced by `the site`.
  static func removed(from sentence: String, in language: Language) -> String {
    let site = Sentence("the site", "サイト").text(in: language)
    var rest = sentence[...]
    var result = ""
    while let found = rest.firstRange(of: start) {
      result += rest[..<found.lowerBound] + site
      let end = rest[found.upperBound...].firstIndex { " ,;:'」）".contains($0) } ?? rest.endIndex
      rest = rest[end...]
    }
    return result + rest
  }
}
