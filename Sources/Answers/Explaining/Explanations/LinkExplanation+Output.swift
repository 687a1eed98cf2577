package import JSONSyntax
import LaunchRouting
import Links
import Platforms

extension LinkExplanation {
  /// The response of `keiro explain --json` and `POST /v1/explain`, with its keys in a fixed order.
  package var output: JSONOutput {
    let outcome: [JSONOutput.Member] = [
      .init("opens", .bool(opens)),
      .init("app", .optional(app)),
      .init("screen", .optional(screen?.name)),
      .init("parameters", parameters),
      .init("destination", destination?.output ?? .null),
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

  private var app: String? {
    if case .opens(let opening) = outcome { opening.app } else { nil }
  }

  private var destination: LaunchRouting.Destination? {
    if case .opens(let opening) = outcome { opening.destination } else { nil }
  }

  private var staying: Staying? {
    if case .stays(let staying) = outcome { staying } else { nil }
  }
}

extension LinkExplanation.Step {
  fileprivate func output(number: Int) -> JSONOutput {
    .object([
      .init("number", .int(number)), .init("title", .string(title.rawValue)),
      .init("severity", .string(severity.rawValue)), .init("sentence", .string(sentence.english)),
      .init("details", .strings(details.map(\.english))), .init("basis", .strings(basis)),
    ])
  }
}

extension LinkExplanation.Warning {
  /// The warning as the API gives it.
  package var output: JSONOutput {
    .object([
      .init("code", .string(code)), .init("path", .string(path)),
      .init("message", .string(message.english)),
    ])
  }
}

extension TapContext {
  /// The circumstances as the API gives them.
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
