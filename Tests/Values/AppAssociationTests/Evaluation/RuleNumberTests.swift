import FoundationEssentials
import GoldenFiles
import Testing

/// The article about the rules, which explanations cite by number.
struct RuleNumberTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOf: GoldenFile.checkout.appending(path: path), encoding: .utf8)
  }

  private static func numbers(in text: String, after sign: String, before end: String) -> [Int] {
    text.split(separator: sign, omittingEmptySubsequences: false).dropFirst().compactMap { rest in
      guard let close = rest.firstRange(of: end) else { return nil }
      return Int(rest[..<close.lowerBound])
    }
  }

  @Test func `defines every rule once, in order`() throws {
    let article = try Self.text(
      "Sources/Values/AppAssociation/AppAssociation.docc/HowAppleAndAndroidDecide.md")
    #expect(Self.numbers(in: article, after: "**R", before: ".**") == Array(1...33))
  }

  @Test func `explanations cite only rules that are defined`() throws {
    let folder = "Sources/Answers/Explaining/Steps"
    let names = try FileManager.default.contentsOfDirectory(
      atPath: GoldenFile.checkout.appending(path: folder).path)
    var cited: Set<Int> = []
    for name in names where name.hasSuffix(".swift") {
      cited.formUnion(
        Self.numbers(in: try Self.text("\(folder)/\(name)"), after: "\"R", before: "\""))
    }
    #expect(cited.count > 5)
    #expect(cited.isSubset(of: 1...33))
  }
}
