import JSONSyntax
import KeiroConfiguration
import Questions
import System

extension CommandTable {
  /// A command for each language of a router.
  static let generateRouters = RouterLanguage.allCases.map(generateRouter)

  private static func generateRouter(_ language: RouterLanguage) -> CommandSpecification {
    let kind = language.rawValue
    let file = "Route.\(language.fileExtension)"
    return CommandSpecification(
      "generate \(kind)", "print the router of an app in \(language.title), made from its routes",
      details: [
        "A type with a case for each screen, one for short URLs and one for URLs without a screen, which",
        "is read from a URL as /_keiro/resolve reads it, and makes URLs. With --check a file of the app",
        "is compared instead: exits with 1 when it differs.",
      ],
      options: [.config, .appName, .typeName, .output, .checkedCode, .json],
      examples: [
        .init(stringLiteral: "generate \(kind) --app shop --output \(file)"),
        .init(stringLiteral: "generate \(kind) --app shop --check \(file)  # for the app's CI"),
      ]
    ) { arguments throws(UsageError) in
      let type = try arguments.value(.typeName) { RouterLanguage.isTypeName($0) ? $0 : nil }
      if arguments.value(.checkedCode) != nil, arguments.value(.output) != nil {
        throw arguments.error(
          .contradiction(OptionSpecification.checkedCode.name, OptionSpecification.output.name))
      }
      return RouterCommand(
        file: arguments.configuration, language: language, type: type ?? RouterLanguage.usualType,
        appName: arguments.value(.appName), output: arguments.value(.output),
        checked: arguments.value(.checkedCode).map { CommandInput(path: $0) },
        json: arguments.has(.json))
    }
  }
}

extension RouterLanguage {
  fileprivate var title: String {
    switch self {
    case .swift: "Swift"
    case .kotlin: "Kotlin"
    case .typescript: "TypeScript"
    }
  }

  fileprivate var fileExtension: String {
    switch self {
    case .swift: "swift"
    case .kotlin: "kt"
    case .typescript: "ts"
    }
  }
}

extension OptionSpecification {
  fileprivate static let typeName = Self(
    "--name", .text("TYPE", form: "a type such as Route, which is not one of the language"),
    "the name of the type; default \(RouterLanguage.usualType)")
  fileprivate static let checkedCode = Self(
    "--check", .file("FILE"), "the app's own file, made by this command")
}

/// `keiro generate swift` and the same for other languages.
private struct RouterCommand: Command {
  let file: String
  let language: RouterLanguage
  let type: String
  /// The key of the app; nil for the only one.
  let appName: String?
  /// The file to write; nil for standard output.
  let output: String?
  /// The file to compare instead; nil to generate.
  let checked: CommandInput?
  let json: Bool

  func run(_ console: Console) -> ExitCode {
    CompiledConfiguration.with(path: file, console) { generate(from: $0, console) }
  }

  private func generate(
    from configuration: CompiledConfiguration, _ console: Console
  ) -> ExitCode {
    console.reporting(try answer(configuration, console))
  }

  private func answer(
    _ configuration: CompiledConfiguration, _ console: Console
  ) throws(CommandFailure) -> ExitCode {
    let snapshot = configuration.snapshot
    let app = try snapshot.app(toGenerateFor: appName)
    let plan: RouterPlan
    do throws(RouterFault) {
      plan = try RouterPlan(snapshot, app: app)
    } catch {
      throw CommandFailure(code: "no-router", detail: error.message, exit: .negative)
    }
    let text = language.file(plan, type: type)
    guard let checked else {
      return try console.deliver(text, plan.members, to: output, json: json)
    }
    let bytes = try CommandFailure.reading(checked.path, try checked.bytes(console))
    return compare(
      TextDifference(String(decoding: bytes, as: UTF8.self), text), plan, checked.name, console)
  }

  private func compare(
    _ difference: TextDifference?, _ plan: RouterPlan, _ name: String, _ console: Console
  ) -> ExitCode {
    if json {
      console.print(
        .object([
          .init("app", .string(plan.app)), .init("file", .string(name)),
          .init("isSame", .bool(difference == nil)),
          .init("line", difference.map { JSONOutput.int($0.line) } ?? .null),
          .init("extra", .strings(difference?.extra ?? [])),
          .init("missing", .strings(difference?.missing ?? [])),
        ]))
    } else if let difference {
      console.print("\(name) is not what the routes make, from line \(difference.line) on:")
      difference.lines.forEach { console.print($0) }
    } else {
      console.print("\(name) is what the routes make")
    }
    return difference == nil ? .done : .negative
  }
}

extension RouterPlan {
  /// The contents as members of a document.
  fileprivate var members: [JSONOutput.Member] {
    let screens = screens.map { screen in
      JSONOutput.object([
        .init("screen", .string(screen.name)),
        .init("parameters", .strings(screen.parameters.map(\.name))),
        .init("patterns", .strings(screen.patterns)),
      ])
    }
    return [.init("app", .string(app)), .init("screens", .array(screens))]
  }
}

/// What stands between the lines at the beginning and those at the end that two texts have in common.
struct TextDifference: Equatable {
  /// The number of the first line that differs, from 1.
  let line: Int
  /// The lines of the first text alone.
  let extra: [String]
  /// The lines of the second text alone.
  let missing: [String]

  /// Nil for equal texts. Line ends of Windows, as git may have made them, are no difference.
  init?(_ found: String, _ expected: String) {
    var extra = Self.lines(found)
    var missing = Self.lines(expected)
    let same = zip(extra, missing).prefix { $0 == $1 }.count
    extra.removeFirst(same)
    missing.removeFirst(same)
    guard !extra.isEmpty || !missing.isEmpty else { return nil }
    let end = zip(extra.reversed(), missing.reversed()).prefix { $0 == $1 }.count
    line = same + 1
    self.extra = extra.dropLast(end)
    self.missing = missing.dropLast(end)
  }

  private static let most = 20

  /// The difference for people, cut where it is long.
  var lines: [String] {
    var all: [String] = []
    for (sign, lines) in [("-", extra), ("+", missing)] {
      all += lines.prefix(Self.most).map { sign + $0 }
      if lines.count > Self.most { all.append("\(sign) … \(lines.count - Self.most) more") }
    }
    return all
  }

  private static func lines(_ text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
  }
}
