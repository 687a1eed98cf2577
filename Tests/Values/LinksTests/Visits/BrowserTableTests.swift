import Foundation
import Links
import Testing

/// The guide's table of browsers agrees with the program.
struct BrowserTableTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let agent: String
    let outcome: String

    var testDescription: String { name }
  }

  static let rows: [Row] = {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    let file = parts.dropLast(5).joined(separator: "/") + "/deploy/guide/android-browsers.md"
    let bytes = (try? Data(contentsOf: URL(filePath: file))) ?? Data()
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 4, cells[1].hasPrefix("`") else { return nil }
      return Row(name: cells[0], agent: String(cells[1].dropFirst().dropLast()), outcome: cells[2])
    }
  }()

  @Test func `has sixty browsers and more, each once`() {
    #expect(Self.rows.count >= 60)
    #expect(Set(Self.rows.map(\.name)).count == Self.rows.count)
  }

  @Test func `has forty browsers of people and more, and none of them is a program`() {
    let crawlers = ["bot", "Bot", "Google-", "Bytespider", "Lighthouse"]
    let people = Self.rows.filter { row in !crawlers.contains { row.name.contains($0) } }
    #expect(people.count >= 40)
    #expect(people.filter { UserAgent($0.agent).isBot }.map(\.name) == [])
    #expect(Self.rows.filter { UserAgent($0.agent).isBot }.count == Self.rows.count - people.count)
  }

  @Test(arguments: rows)
  func `a browser gets what the table says`(_ row: Row) {
    let link = ShortLink(host: "a.example", slug: "x", url: "https://e.example/p")
    let site = LinkSite(app: LinkApp(name: "App", appStoreID: "42", packageName: "com.e.app"))
    let decision = decide(
      link, visit: Visit(query: nil, agent: UserAgent(row.agent)),
      now: Timestamp(secondsSinceEpoch: 0), site: site)
    let outcome =
      switch decision.outcome {
      case .redirect("https://e.example/p", .found): "destination"
      case .redirect(let location, .found) where location.hasPrefix("intent:"): "intent"
      case .landing: "page"
      default: "\(decision.outcome)"
      }
    #expect(outcome == row.outcome, "\(decision.reasons.map(\.english))")
  }
}
