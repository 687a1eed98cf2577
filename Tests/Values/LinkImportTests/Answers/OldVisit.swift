import JSONSyntax
import LinkImport
import Links
import RandomCases
import Testing

/// A visitor of a short link, with the properties that any of the old services evaluates.
struct OldVisit {
  var platform = UserAgent.Platform.windows
  /// The only language that the browser requests, in lower case; empty for none.
  var language = ""
  /// The code of a country in capitals; empty if it is unknown.
  var country = ""
  var query: [(name: String, value: String)] = []
  var now = Self.noon

  /// The time of the visit and of the import.
  static let noon = Timestamp(secondsSinceEpoch: 1_800_000_000)

  static func random(_ dice: inout Dice) -> OldVisit {
    var visit = OldVisit()
    visit.platform = dice.pick([.iPhone, .iPad, .android, .windows, .macOS, .linux, .chromeOS])
    visit.language = dice.pick(["", "ja", "en", "en-us", "fr-ca", "fr", "zh-tw"])
    visit.country = dice.pick(["", "JP", "DE", "US", "FR"])
    visit.now = Timestamp(
      secondsSinceEpoch: noon.secondsSinceEpoch + dice.pick([0, 0, 0, 90_000, 900_000]))
    let names = ["x", "utm_source", "lang", "z"]
    for name in names where dice.once(in: 3) {
      visit.query.append((name, dice.pick(["1", "mail", "ja", "v"])))
    }
    return visit
  }

  /// The request line and the fields that a browser of this visitor sends.
  var request: String {
    let text = query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    let accepted = language.isEmpty ? "" : "Accept-Language: \(language)\r\n"
    // By HEAD, which uses up no clicks.
    return "HEAD /k\(text.isEmpty ? "" : "?" + text) HTTP/1.1\r\nHost: go.example.com\r\n"
      + "User-Agent: \(Self.agents[platform] ?? "")\r\n\(accepted)\r\n"
  }

  private static let agents: [UserAgent.Platform: String] = [
    .iPhone: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, "
      + "like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
    .iPad: "Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
      + "Version/18.0 Mobile/15E148 Safari/604.1",
    .android: chrome("Linux; Android 10; K", "Mobile Safari"),
    .windows: chrome("Windows NT 10.0; Win64; x64"),
    .macOS: chrome("Macintosh; Intel Mac OS X 10_15_7"), .linux: chrome("X11; Linux x86_64"),
    .chromeOS: chrome("X11; CrOS x86_64 14541.0.0"),
  ]

  private static func chrome(_ system: String, _ end: String = "Safari") -> String {
    "Mozilla/5.0 (\(system)) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 \(end)/537.36"
  }
}

/// The answer to a visitor.
enum OldReply: Hashable {
  /// Redirected to an address, without regard to the order of its parameters.
  case to(String, [String])
  /// A page that says that the link has expired, is closed or does not exist.
  case nothing
  /// A page that asks for a password.
  case password

  /// A redirect to a destination.
  ///
  /// - Parameter added: items whose values win over those of the destination.
  init(_ url: String, adding added: [(name: String, value: String)] = []) {
    let (address, fragment) = Self.cut(url, at: "#")
    let (path, query) = Self.cut(address, at: "?")
    var items = query.split(separator: "&").map(String.init)
    for item in added {
      items.removeAll { $0.split(separator: "=")[0] == item.name }
      items.append("\(item.name)=\(item.value)")
    }
    self = .to(path + "#" + fragment, items.sorted())
  }

  private static func cut(_ text: String, at mark: Character) -> (String, String) {
    guard let index = text.firstIndex(of: mark) else { return (text, "") }
    return (String(text[..<index]), String(text[index...].dropFirst()))
  }
}

/// An imported link, as visitors of the server see it.
struct ImportedLink {
  let link: ShortLink
  let notes: [String]
  private let server: Result<AnsweringServer, any Error>

  /// - Parameter rows: the rows of the file, of which the last one counts.
  init(_ text: String, _ format: ImportFormat, slug: String? = nil) throws {
    var reader = LinkImportReader(
      format, hosts: try ImportedFile.hosts(otherHost: "go.example.com"), now: OldVisit.noon)
    let rows = reader.rows(text)
    let row = rows.last { slug == nil || $0.link?.slug == slug }
    link = try #require(row?.link, "\(rows.flatMap(\.problems)) \(text)")
    notes = (row?.problems ?? []) + reader.notes.map(\.english)
    server = Result { [link] in try AnsweringServer(link) }
  }

  /// The answers to a hundred visits, with their numbers.
  func replies(to visit: OldVisit) throws -> [OldReply: Int] {
    let server = try server.get()
    // Without rules that draw, one visit represents all of them.
    let draws = link.rules.contains { $0.condition.share != nil } ? 100 : 1
    var replies: [OldReply: Int] = [:]
    for draw in 0..<draws {
      replies[try server.reply(to: visit, draw: draw), default: 0] += 100 / draws
    }
    return replies
  }
}
