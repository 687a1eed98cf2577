import Platforms
import Testing
import WebSyntax

@testable import AppAssociation

struct ManyStatementsTests {
  private static func links(_ statements: [String]) throws -> AssetLinks {
    try AssetLinks(of: "[\(statements.joined(separator: ","))]")
  }

  private static func statement(_ package: String) -> String {
    #"""
    {"relation":["delegate_permission/common.handle_all_urls"],
     "target":{"namespace":"android_app","package_name":"\#(package)",
     "sha256_cert_fingerprints":["AA"]}}
    """#
  }

  /// Reading all statements again for each package would take far longer.
  @Test(.timeLimit(.minutes(1)))
  func `finds each of many packages without reading all statements`() throws {
    let packages = (0..<5000).map { "com.example.app\($0)" }
    let evaluator = AndroidEvaluator(try Self.links(packages.map(Self.statement)))
    let url = try #require(WebURL("https://example.com/"))
    for (index, package) in packages.enumerated() {
      let verdict = evaluator.explanation(for: url, package: package).verdict
      guard verdict == Verdict(decision: .match, rule: "[\(index)]") else {
        Issue.record("\(package): \(verdict)")
        return
      }
    }
  }

  @Test func `names ten included lists and counts the others`() throws {
    let lists = (1...12).map { #"{"include":"https://example.com/\#($0).json"}"# }
    let evaluator = AndroidEvaluator(try Self.links(lists))
    let url = try #require(WebURL("https://example.com/"))
    let remarks = evaluator.explanation(for: url, package: "com.example").remarks
    #expect(remarks.count == 1)
    #expect(remarks.first?.hasSuffix("https://example.com/10.json and 2 more") == true)
  }

  @Test func `takes a later Android as the newest one and says so`() throws {
    let links = try Self.links([Self.statement("com.example")])
    let url = try #require(WebURL("https://example.com/"))
    let explanation = AndroidEvaluator(links, system: SystemVersion(18))
      .explanation(for: url, package: "com.example")
    let remark = try #require(explanation.remarks.last)
    #expect(remark.hasPrefix("Android 18.0 is treated as Android 17.0, the newest version known"))
  }
}
