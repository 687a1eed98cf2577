import FoundationEssentials
import Platforms
import Testing
import WebSyntax

@testable import AppAssociation
@testable import AssociationValidation

/// Real files of other sites, in the folder that `KEIRO_CORPUS` names; they may not be copied here.
private let corpus: [(name: String, bytes: [UInt8])] = {
  guard let path = ProcessInfo.processInfo.environment["KEIRO_CORPUS"] else { return [] }
  let folder = URL(filePath: path)
  return ["aasa", "assetlinks"].flatMap { kind in
    let path = folder.appending(path: kind)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path.path)) ?? []
    return names.sorted().compactMap { name in
      (try? Data(contentsOf: path.appending(path: name))).map { ("\(kind)/\(name)", Array($0)) }
    }
  }
}()

private func read(_ bytes: [UInt8]) -> ([Finding], AssociationFile?) {
  let checked = AssociationLinter.check(bytes)
  return (checked.findings, checked.file)
}

@Test(.enabled(if: !corpus.isEmpty))
func `reads, lints and decides every real file`() throws {
  let urls = try ["/", "/a/b?x=1#y", "/shop//x/"].map {
    try #require(WebURL("https://www.example.com" + $0))
  }
  var counts: [String: Int] = [:]
  for (_, bytes) in corpus {
    let (findings, file) = read(bytes)
    for finding in findings { counts[finding.code, default: 0] += 1 }
    guard case .apple(let association) = file else { continue }
    for system in SystemVersion.iOSGenerations {
      let evaluator = AssociationEvaluator(association, system: system)
      for url in urls {
        for app in evaluator.identifiers.prefix(5) {
          let explanation = evaluator.explanation(for: url, app: app)
          let verdict = evaluator.verdict(for: EvaluatedURL(url), app: app)
          #expect(explanation.verdict == verdict)
        }
      }
    }
  }
  let oddities = [
    "json-syntax", "excludes-everything", "unreachable-rule", "wrong-type", "pattern-as-key",
    "nested-service", "app-id-store-number", "app-id-white-space", "app-id-contradicts-app-ids",
    "app-in-several-entries", "fragment-in-path", "host-in-path", "placeholder",
    "only-exclusions", "many-escapes", "target-namespace", "fingerprint-format",
    "debug-certificate",
  ]
  #expect(oddities.filter { counts[$0] == nil } == [])
}

/// Adversarial texts: each gets a result.
@Test func `handles adversarial files`() {
  let many = (0..<20_000).map { #"{"/":"/*/\#($0)/*"}"# }.joined(separator: ",")
  let hostile = [
    String(repeating: "[", count: 1 << 20), String(repeating: #"{"a":"#, count: 100_000), "", "0",
    #"{"applinks":{"details":[{"appIDs":["94VJUJ8B7P.a"],"components":[\#(many)]}]}}"#,
    #"{"applinks":{"details":[{"appIDs":[1],"components":[{"/":"\#(String(repeating: "*a?", count: 20_000))"}]}]}}"#,
    "[" + String(repeating: "[],", count: 100_000) + "[]]",
  ]
  for text in hostile {
    let (findings, _) = read(Array(text.utf8))
    #expect(!findings.isEmpty)
  }
  let (findings, _) = read([0x7B, 0x22, 0xFF, 0xFE, 0x22])
  #expect(findings.map(\.code) == ["json-syntax"])
}
