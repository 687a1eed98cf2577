import Links
import ProgramSupport
import Testing

@testable import KeiroCommand

/// The four documents that the project grew from, one thing after another: what serves it, and the
/// answer.
///
/// - "Universal Link on iOS" (Tachibana, 2016): ``DocumentRow/universalLinks``
/// - "Tidying up an app's launch paths" (Matsudate, iOSDC 2018): ``DocumentRow/launchPaths``
/// - "Launch paths with SceneDelegate" (Qiita, after iOS 13): ``DocumentRow/scenes``
/// - "Communication notifications" (Matsumoto, 2021): ``DocumentRow/communication``
struct DocumentTests {
  @Test(arguments: DocumentRow.universalLinks)
  func `serves what the document about universal links describes`(row: DocumentRow) throws {
    try Self.check(row)
  }

  @Test(arguments: DocumentRow.launchPaths)
  func `serves what the document about launch paths describes`(row: DocumentRow) throws {
    try Self.check(row)
  }

  @Test(arguments: DocumentRow.scenes)
  func `serves what the document about scenes describes`(row: DocumentRow) throws {
    try Self.check(row)
  }

  @Test(arguments: DocumentRow.communication)
  func `serves what the document about communication notifications describes`(
    row: DocumentRow
  ) throws {
    try Self.check(row)
  }

  private static func check(_ row: DocumentRow) throws {
    let answer: String
    switch row.serving {
    case .command(let line, let file): answer = try run(line, file)
    case .visit(let path):
      let fixture = try RunningFixture { folder in
        configuration.replacing(
          "{ \"apps\"",
          with: """
            { "server": { "listen": ["unix:\(folder.path)/public"],
                "management": ["unix:\(folder.path)/management"], "workers": 1 }, "apps"
            """)
      }
      try fixture.service.start(hearsSignals: false)
      answer = fixture.visit(path, host: "asajikan.jp")
    case .article(let path): answer = String(decoding: try repositoryFile(path), as: UTF8.self)
    case .unserved(let reason):
      #expect(reason.count > 20 && row.answer.isEmpty)
      return
    }
    #expect(!row.answer.isEmpty)
    let words = answer.split { $0.isWhitespace }.joined(separator: " ")
    for part in row.answer {
      #expect(words.contains(part), "\(words.suffix(1500))")
    }
  }

  /// Runs a command over the site of the documents; `FILE` is a file with the text of the row.
  private static func run(_ line: String, _ file: String) throws -> String {
    let folder = try TemporaryFolder()
    try folder.write(configuration, to: "keiro.json")
    try folder.write(file, to: "file.json")
    let recorder = ConsoleRecorder()
    let words = line.split(separator: " ").map {
      String($0).replacing("FILE", with: folder.path + "/file.json")
    }
    let code = recorder.run(
      words, environment: ["KEIRO_CONFIG": folder.path + "/keiro.json"],
      now: Timestamp(secondsSinceEpoch: 1_795_176_000))
    return "exit \(code.rawValue) " + recorder.output + " " + recorder.error
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
  /// The thing, in a sentence.
  let thing: String
  let serving: Serving
  /// Parts of the answer, in which any white space is one space.
  var answer: [String] = []

  var testDescription: String { thing }

  enum Serving: Sendable {
    /// A command, and the text of the file that it names as `FILE`.
    case command(String, file: String)
    /// A request to the site.
    case visit(String)
    /// An article of the library, for code that only an app can have.
    case article(String)
    /// Nothing serves it, for a reason.
    case unserved(String)
  }

  /// A command without a file.
  static func command(_ thing: String, _ line: String, _ answer: String...) -> DocumentRow {
    DocumentRow(thing: thing, serving: .command(line, file: ""), answer: answer)
  }

  /// An explanation of a tap on a page of the site.
  static func tap(_ thing: String, _ options: String, _ path: String, _ answer: String...)
    -> DocumentRow
  {
    DocumentRow(
      thing: thing,
      serving: .command(
        "explain \(options) https://asajikan.jp\(path)".replacing("  ", with: " "), file: ""),
      answer: answer)
  }

  /// A question about the files of other sites.
  static func file(
    _ thing: String, _ line: String, _ file: String, _ answer: String...
  ) -> DocumentRow {
    DocumentRow(thing: thing, serving: .command(line, file: file), answer: answer)
  }

  /// The evaluation of a launch, given without its outer braces.
  static func launch(_ thing: String, _ members: String, _ answer: String...) -> DocumentRow {
    DocumentRow(
      thing: thing,
      serving: .command("launch --app asajikan FILE", file: "{\(members)}"), answer: answer)
  }

  /// A communication notification from Hana, with more members.
  static func message(_ thing: String, _ members: String, _ answer: String...) -> DocumentRow {
    DocumentRow(
      thing: thing,
      serving: .command(
        "notification FILE",
        file: """
          { "sender": { "displayName": "Hana", "customIdentifier": "u1" },
            "content": "今日はカレー", "conversationIdentifier": "c1"\(members) }
          """), answer: answer)
  }

  static func visit(_ thing: String, _ path: String, _ answer: String...) -> DocumentRow {
    DocumentRow(thing: thing, serving: .visit(path), answer: answer)
  }

  static func article(_ thing: String, _ name: String, _ answer: String...) -> DocumentRow {
    DocumentRow(
      thing: thing,
      serving: .article("Sources/Values/LaunchRouting/LaunchRouting.docc/\(name).md"),
      answer: answer)
  }

  static func unserved(_ thing: String, because reason: String) -> DocumentRow {
    DocumentRow(thing: thing, serving: .unserved(reason))
  }
}
