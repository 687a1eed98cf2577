import Explaining
import JSONSyntax
import KeiroConfiguration
import LaunchRouting
import LinkStorage
import Links
import Platforms
import Questions

extension CommandTable {
  static let explain = CommandSpecification.onKeiro(
    "explain", "explain what happens to a tap on a URL, step by step",
    details: [
      "--from says where the tap is: messages, mail, notes, other-app, safari,",
      "search-result, same-site, typed, qr, in-app-browser, chrome, own-app, redirect or",
      "banner. The system is the newest iOS unless --ios, --android or --harmony names",
      "another. --matrix shows one URL for every source of a tap on ten systems; --all",
      "checks every short link and a sample of every route. Exits with 0 if the app opens",
      "(--matrix: from Messages on the newest iOS; --all: if every link does what it",
      "should), else with 1.",
    ],
    options: OptionSpecification.ofTap,
    operands: OperandSpecification(.text("URL"), count: 0...1),
    examples: [
      "explain https://www.example.com/product/7",
      "explain --ios 17 --from mail https://www.example.com/s/spring",
      "explain --all --only fault  # every link that does not do what it should",
    ]
  ) { arguments throws(UsageError) in
    ExplainCommand(
      location: try arguments.location(), question: try arguments.question(),
      json: arguments.has(.json), now: arguments.now)
  }
}

/// `keiro explain`: explains step by step what happens when a URL is tapped.
private struct ExplainCommand: Command {
  let location: KeiroLocation
  let question: ExplanationQuestion
  let json: Bool
  let now: Timestamp

  func run(_ console: Console) -> ExitCode {
    switch location {
    case .configuration(let file):
      return CompiledConfiguration.with(path: file, console) { explain(in: $0, console) }
    case .server(let address):
      do throws(CommandFailure) {
        return show(
          try RemoteKeiro(address).document(.post("/v1/explain", nil, "", question.body)),
          console)
      } catch {
        return console.report(error)
      }
    }
  }

  private func explain(in configuration: CompiledConfiguration, _ console: Console) -> ExitCode {
    let store = LinkLookup(configuration.store)
    var progress = ProgressBar(total: nil, noun: "links", console)
    defer { progress.clear() }
    do throws(LinkStoreError) {
      let answer = try question.answer(
        configuration.snapshot, links: store.links, now: now
      ) { count in
        progress.show(count, rows: count)
      }
      progress.clear()
      if let gap = store.gap { console.remark("note: \(gap)") }
      return show(JSONNode(answer.document), console)
    } catch {
      return console.report(
        .environment("store-unavailable", "the store cannot be read: \(error)"))
    }
  }

  private func show(_ document: JSONNode, _ console: Console) -> ExitCode {
    let isPositive: Bool
    switch question.subject {
    case .url:
      if !json { ExplanationReport(console: console).print(document) }
      isPositive = document.member("opens")?.bool == true
    case .matrix:
      if !json { MatrixReport(console: console).print(document) }
      isPositive = document.opensFromMessages
    case .everything:
      if !json { SurveyReport(console: console).print(document) }
      isPositive = document.number("atFault") == 0
    }
    if json { console.print(JSONOutput(document)) }
    return isPositive ? .done : .negative
  }
}

extension JSONNode {
  /// Whether the app opens for a tap in Messages on the newest iOS, which is the last one in the
  /// matrix.
  fileprivate var opensFromMessages: Bool {
    let row = member("rows")?.array?.last {
      $0.text("system") == "ios" && $0.text("from") == TapSource.messages.rawValue
        && $0.text("app") == InstallationWord.installed.rawValue
    }
    return row?.member("opens")?.bool == true
  }
}

extension ExplanationQuestion {
  /// The request body of the API.
  fileprivate var body: JSONOutput {
    var members: [JSONOutput.Member] = [
      .init("appVersion", .optional(context.appVersion?.description)),
      .init("state", .string(context.state.rawValue)),
      .init("lifecycle", .optional(context.lifecycle?.rawValue)),
      .init("sdk", .optional(context.sdk?.description)),
    ]
    let traits = [("language", context.traits.language), ("country", context.traits.country)]
    for (name, text) in traits where !text.isEmpty { members.append(.init(name, .string(text))) }
    switch subject {
    case .matrix(let url, _):
      return .object([.init("url", .string(url)), .init("matrix", .bool(true))] + members)
    case .url(let url): members.append(.init("url", .string(url)))
    case .everything(let scope, let rows):
      members += [
        .init("all", .bool(true)), .init("only", .string(scope.rawValue)),
        .init("rows", .string(rows.rawValue)),
      ]
    }
    return .object(
      members + [
        .init(context.system.word, .string("\(context.system.version)")),
        .init("installed", .string(context.installed.rawValue)),
        .init("from", .string(context.source.rawValue)),
      ])
  }
}
