import Service
import FoundationEssentials
import GoldenFiles
import HTTPCore
import Testing

@testable import PublicSite

/// Files with exact answers, except for the style sheet and its digest, which would change in all
/// of them with every colour. `KEIRO_GOLDEN=update swift test --filter PageGoldenTests` rewrites
/// them.
struct PageGoldenTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().path + "/Golden"

  @Test(arguments: PageSamples.all.map(\.name))
  func `draws what the golden file says`(name: String) throws {
    let sample = try #require(PageSamples.all.first { $0.name == name })
    let file = GoldenFile("\(Self.folder)/\(name).http")
    #expect(try file.difference(from: Self.text(sample.response)) == nil)
  }

  @Test func `every golden file is used`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
    #expect(Set(files) == Set(PageSamples.all.map { $0.name + ".http" }))
  }

  @Test(arguments: PageSamples.all.map(\.name))
  func `allows the style sheet by its digest`(name: String) throws {
    let sample = try #require(PageSamples.all.first { $0.name == name })
    let own = PageSamples.style.contentSecurityPolicy
    let digest = try #require(own.split(separator: "'").first { $0.hasPrefix("sha256-") })
    let policy = try #require(sample.response.fields["Content-Security-Policy"])
    #expect(policy.contains("style-src '\(digest)'"))
    #expect(policy.contains("default-src 'none'"))
    #expect(String(decoding: sample.response.body, as: UTF8.self).contains(PageSamples.style.css))
  }

  private static func text(_ response: HTTPResponse) -> String {
    let names: [StaticString] = [
      "Content-Type", "Cache-Control", "Vary", "Retry-After", "Content-Security-Policy",
      "X-Content-Type-Options", "Referrer-Policy",
    ]
    let fields = names.compactMap { name in response.fields[name].map { "\(name): \($0)" } }
    let start = "\(response.status.code) " + response.answerNote.outcome.name.description
    var head = ([start] + fields).joined(separator: "\n")
    let policy = response.fields["Content-Security-Policy"] ?? ""
    if let digest = policy.split(separator: "'").first(where: { $0.hasPrefix("sha256-") }) {
      head = head.replacing(digest, with: "(digest)")
    }
    let body = String(decoding: response.body, as: UTF8.self)
    return head + "\n-----\n" + body.replacing(PageSamples.style.css, with: "(style sheet)")
  }
}
