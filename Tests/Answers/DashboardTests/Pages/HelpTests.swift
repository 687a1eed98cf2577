import Foundation
import JSONSyntax
import Testing

@testable import Dashboard

@Suite struct HelpTests {
  private static let guide = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "deploy/guide")

  @Test(arguments: HelpTopic.allCases)
  func `every question mark leads to a paragraph, and that names a section of the guide`(
    _ topic: HelpTopic
  ) throws {
    let html = try Pages().text("help")
    let anchor = try #require(topic.address.split(separator: "#").last)
    #expect(html.contains("<section class=\"card\" id=\"\(anchor)\">"))
    let (article, heading) = topic.article
    #expect(html.contains("“\(article.title.english)” (\(article.file))"))
    let japanese = try Pages().text("help", in: .japanese)
    #expect(japanese.contains("「\(article.title.japanese)」（\(article.file)）"))
    let text = try String(contentsOf: Self.guide.appending(path: article.file), encoding: .utf8)
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("#") }
    #expect(lines.first == "# \(article.title.english)")
    guard let heading else { return }
    #expect(lines.contains { $0.drop { $0 == "#" }.dropFirst() == heading }, "\(heading)")
  }

  @Test func `every topic has its question mark on a page`() throws {
    let pages = try Pages()
    let html = try [
      "", "links", "links/a.example/often?edit=rule", "import", "sites/a.example", "webhooks",
      "tokens",
      "people", "audit",
    ].map { try pages.text($0) }.joined()
    // On the sample, nothing needs attention.
    for topic in HelpTopic.allCases where topic != .attention {
      #expect(html.contains("href=\"\(topic.address)\""), "\(topic)")
    }
  }
}
