package import JSONSyntax
import LaunchRouting
import Links
import Platforms

extension LinkExplanation {
  /// The response of `keiro explain --json` and `POST /v1/explain`, with its keys in a fixed order.
  package var output: JSONOutput {
    [
      "url": .string(url), "context": context.output, "opens": .bool(opens),
      "app": .optional(opening?.app), "screen": .optional(screen?.name),
      "parameters": .object((screen?.parameters ?? []).map { .init($0.name, .string($0.value)) }),
      "destination": opening?.destination?.output ?? .null, "event": event?.output ?? .null,
      "receiver": receiver?.output ?? .null, "launch": staying?.obstacle?.output ?? .null,
      "shows": .optional(staying?.kind.rawValue), "server": server?.output ?? .null,
      "link": link.map(\.summary) ?? .null,
      "steps": .array(steps.enumerated().map { $1.output(number: $0 + 1) }),
      "warnings": .array(warnings.map(\.output)), "notes": .strings(notes),
      "conclusion": .string(conclusion),
    ]
  }
}

extension LinkExplanation.Step {
  fileprivate func output(number: Int) -> JSONOutput {
    [
      "number": .int(number), "title": .string(title.english),
      "severity": .string(severity.rawValue), "sentence": .string(sentence.english),
      "details": .strings(details.map(\.english)), "basis": .strings(basis),
    ]
  }
}

extension LinkExplanation.Warning {
  package var output: JSONOutput {
    ["code": .string(code), "path": .string(path), "message": .string(message.english)]
  }
}

extension TapContext {
  package var output: JSONOutput {
    [
      "system": .string(system.word), "version": .string("\(system.version)"),
      "app": .string(isInstalled ? "installed" : "absent"),
      "installed": .string(installed.rawValue), "appVersion": .optional(appVersion?.description),
      "state": .string(state.rawValue), "lifecycle": .string((lifecycle ?? .scene).rawValue),
      "sdk": .optional(sdk?.description), "from": .string(source.rawValue),
      "choice": .optional(choice?.rawValue),
    ]
  }
}

extension ShortLink {
  fileprivate var summary: JSONOutput {
    ["host": .string(host), "slug": .string(slug), "url": .string(url)]
  }
}

extension LinkExplanation {
  package struct TextStep: Equatable, Sendable {
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
    result += rest
    // A path is of Latin letters, which have spaces beside Japanese ones.
    return language == .japanese ? result.replacing(" サイト ", with: "サイト") : result
  }
}
