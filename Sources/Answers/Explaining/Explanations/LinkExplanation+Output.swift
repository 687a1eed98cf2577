package import JSONSyntax
import LaunchRouting
import Links
import Platforms

extension LinkExplanation {
  /// The response of `keiro explain --json` and `POST /v1/explain`, with its keys in a fixed order.
  package var output: JSONOutput {
    let outcome: [JSONOutput.Member] = [
      .init("opens", .bool(opens)),
      .init("app", .optional(opening?.app)),
      .init("screen", .optional(screen?.name)),
      .init("parameters", parameters),
      .init("destination", opening?.destination?.output ?? .null),
      .init("event", event?.output ?? .null),
      .init("receiver", receiver?.output ?? .null),
      .init("launch", staying?.obstacle?.output ?? .null),
      .init("shows", .optional(staying?.kind.rawValue)),
      .init("server", server?.output ?? .null),
    ]
    let reasons: [JSONOutput.Member] = [
      .init("link", link.map(\.summary) ?? .null),
      .init("steps", .array(steps.enumerated().map { $1.output(number: $0 + 1) })),
      .init("warnings", .array(warnings.map(\.output))),
      .init("notes", .strings(notes)),
      .init("conclusion", .string(conclusion)),
    ]
    let question: [JSONOutput.Member] = [
      .init("url", .string(url)), .init("context", context.output),
    ]
    return .object(question + outcome + reasons)
  }

  private var parameters: JSONOutput {
    .object((screen?.parameters ?? []).map { .init($0.name, .string($0.value)) })
  }

  private var staying: Staying? {
    if case .stays(let staying) = outcome { staying } else { nil }
  }
}

extension LinkExplanation.Step {
  fileprivate func output(number: Int) -> JSONOutput {
    .object([
      .init("number", .int(number)), .init("title", .string(title.english)),
      .init("severity", .string(severity.rawValue)), .init("sentence", .string(sentence.english)),
      .init("details", .strings(details.map(\.english))), .init("basis", .strings(basis)),
    ])
  }
}

extension LinkExplanation.Warning {
  package var output: JSONOutput {
    .object([
      .init("code", .string(code)), .init("path", .string(path)),
      .init("message", .string(message.english)),
    ])
  }
}

extension TapContext {
  package var output: JSONOutput {
    .object([
      .init("system", .string(system.word)), .init("version", .string("\(system.version)")),
      .init("app", .string(isInstalled ? "installed" : "absent")),
      .init("installed", .string(installed.rawValue)),
      .init("appVersion", .optional(appVersion?.description)),
      .init("state", .string(state.rawValue)),
      .init("lifecycle", .string((lifecycle ?? .scene).rawValue)),
      .init("sdk", .optional(sdk?.description)),
      .init("from", .string(source.rawValue)),
      .init("choice", .optional(choice?.rawValue)),
    ])
  }
}

extension ShortLink {
  fileprivate var summary: JSONOutput {
    .object([
      .init("host", .string(host)), .init("slug", .string(slug)), .init("url", .string(url)),
    ])
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
    return result + rest
  }
}
