import Links
import ProgramSupport
import Testing
@testable import KeiroCommand

/// The documents that the project grew from, one thing after another: what serves it, and the answer.
/// They stand in `documents.txt`.
struct DocumentTests {
  static let rows = DocumentRow.all

  @Test func `every document is there`() {
    #expect(Set(Self.rows.map(\.document)).count == 4 && Self.rows.count == 116)
  }

  @Test(arguments: rows)
  func `serves what the documents describe`(row: DocumentRow) throws {
    guard let answer = try Self.answer(row) else {
      #expect(row.subject.count > 20 && row.answer.isEmpty)
      return
    }
    #expect(!row.answer.isEmpty)
    let words = answer.split { $0.isWhitespace }.joined(separator: " ")
    for part in row.answer {
      #expect(words.contains(part), "\(words.suffix(1500))")
    }
  }

  /// Nil where nothing serves it, for a reason.
  private static func answer(_ row: DocumentRow) throws -> String? {
    switch row.kind {
    case "command": return try run(row.subject, row.file)
    case "tap":
      let words = row.subject.split(separator: " ").map(String.init)
      let url = "https://asajikan.jp" + (words.last ?? "")
      return try run((["explain"] + words.dropLast() + [url]).joined(separator: " "), "")
    // Launches and notifications are given without their outer braces.
    case "launch": return try run("launch --app asajikan FILE", "{\(row.subject)}")
    case "message":
      return try run(
        "notification FILE",
        """
        { "sender": { "displayName": "Hana", "customIdentifier": "u1" },
          "content": "今日はカレー", "conversationIdentifier": "c1"\(row.subject) }
        """)
    case "visit":
      let fixture = try RunningFixture { folder in
        configuration.replacing(
          "{ \"apps\"",
          with: """
            { "server": { "listen": ["unix:\(folder.path)/public"],
                "management": ["unix:\(folder.path)/management"], "workers": 1 }, "apps"
            """)
      }
      try fixture.service.start(hearsSignals: false)
      return fixture.visit(row.subject, host: "asajikan.jp")
    case "article":
      let path = "Sources/Values/LaunchRouting/LaunchRouting.docc/\(row.subject).md"
      return String(decoding: try repositoryFile(path), as: UTF8.self)
    default:
      #expect(row.kind == "unserved")
      return nil
    }
  }

  /// Runs a command over the site of the documents; `FILE` is a file with the text of the row.
  private static func run(_ line: String, _ file: String) throws -> String {
    let folder = try TemporaryFolder()
    try folder.write(configuration, to: "keiro.json")
    try folder.write(file, to: "file.json")
    let words = line.split(separator: " ").map {
      String($0).replacing("FILE", with: folder.path + "/file.json")
    }
    let result = keiro(
      words, environment: ["KEIRO_CONFIG": folder.path + "/keiro.json"],
      now: Timestamp(secondsSinceEpoch: 1_795_176_000))
    return "exit \(result.code.rawValue) " + result.output + " " + result.error
  }

  /// The site of the documents, with an app that uses all ways to start.
  private static let configuration = """
    { "apps": {
        "asajikan": {
          "apple": { "appIDs": ["94VJUJ8B7P.jp.asajikan.www"], "appStoreID": "400435286",
                     "customSchemes": ["asajikan"], "oldestSystem": "9.0" },
          "launch": { "home": "home", "linkSchemes": ["adjustSchemeExample"],
                      "widgetSchemes": ["asajikan-widget"],
                      "siriActivityTypes": ["jp.asajikan.intent"],
                      "handoffActivityTypes": ["jp.asajikan.browse"],
                      "notificationURLKey": "communication.url",
                      "spotlight": "article", "search": "search", "widget": "article",
                      "intent": "search", "shortcuts": { "jp.asajikan.new": "compose" },
                      "requiresLogin": ["compose", "recipe"], "loginScreen": "login" } } },
      "sites": [ { "hosts": ["asajikan.jp"], "alternateHost": null,
        "routes": [
          { "/": "/", "app": "asajikan", "screen": "home" },
          { "/": "/article/{id}", "app": "asajikan", "screen": "article" },
          { "/": "/recipe/{id}", "app": "asajikan", "screen": "recipe" },
          { "/": "/topics/", "app": "asajikan", "screen": "topics", "universalLink": false } ] } ] }
    """
}

/// A thing that a document describes.
struct DocumentRow: Sendable, CustomTestStringConvertible {
  let document: String
  /// The thing, in a sentence.
  let thing: String
  /// What serves it: a command, a tap, a launch, a message, a visit, an article or nothing.
  var kind = ""
  /// The command without its name, or whatever belongs to the kind.
  var subject = ""
  /// The text of the file that a command names as `FILE`.
  var file = ""
  /// Parts of the answer, in which any white space is one space.
  var answer: [String] = []

  var testDescription: String { thing }

  /// Stands for so many paths that the file has more than 128 KB.
  private static let recipes = (0..<9000).map { "\"/recipe/\($0)/*\"" }.joined(separator: ",")

  /// The rows of the file: a document behind `#`, a thing at the left edge, and indented what serves
  /// it, a file behind `<` and parts of the answer behind `>`.
  static let all: [DocumentRow] = {
    let path = "Tests/Program/KeiroCommandTests/Documents/documents.txt"
    let text = String(decoding: (try? repositoryFile(path)) ?? [], as: UTF8.self)
    var rows: [DocumentRow] = []
    var document = ""
    for line in text.split(separator: "\n") {
      guard line.hasPrefix("  ") else {
        if line.hasPrefix("# ") {
          document = String(line.dropFirst(2))
        } else {
          rows.append(DocumentRow(document: document, thing: String(line)))
        }
        continue
      }
      let kind = line.dropFirst(2).prefix { $0 != " " }
      let rest = String(line.dropFirst(3 + kind.count))
      let last = rows.count - 1
      switch kind {
      case ">": rows[last].answer.append(rest)
      case "<": rows[last].file = rest.replacing("RECIPES", with: recipes)
      default: (rows[last].kind, rows[last].subject) = (String(kind), rest)
      }
    }
    return rows
  }()
}
