import AppAssociation
import AssociationValidation
import JSONSyntax
import Links
import Platforms
import WebSyntax

extension FuzzTarget {
  /// Association files: decoding, linting, evaluating and comparing.
  ///
  /// The input is a file, a second file to compare it with, and a URL, separated by lines of `---`.
  static let association = FuzzTarget(name: "association") { bytes in
    let parts = AssociationInput(bytes)
    let files = parts.files.compactMap(read)
    if files.count == 2 { compare(files[0], files[1]) }
    for file in files { decide(file, parts.url) }
  }

  private static func read(_ text: [UInt8]) -> AssociationFile? {
    let checked = AssociationLinter.check(text)
    check(checked.findings, text)
    expect(checked.file != nil || !checked.findings.isEmpty, "a file without a reason")
    return checked.file
  }

  private static func check(_ findings: [Finding], _ text: [UInt8]) {
    let lines = JSONLines(bytes: text)
    for finding in findings {
      expect(AssociationLinter.codes.contains(finding.code), "unknown code \(finding.code)")
      expect(finding.message.utf8.count < 4096, "a message of endless length")
      guard let line = finding.line, let column = finding.column else { continue }
      let excerpt = lines.excerpt(JSONPosition(line: line, column: column))
      expect(excerpt != nil, "\(finding.code) at \(line):\(column) is outside of the text")
    }
  }

  private static func compare(_ one: AssociationFile, _ other: AssociationFile) {
    switch (one, other) {
    case (.apple(let old), .apple(let new)):
      _ = AssociationDifference(from: old, to: new)
      expect(AssociationDifference(from: old, to: old).isEmpty, "a file differs from itself")
    case (.android(let old), .android(let new)):
      _ = AssociationDifference(from: old, to: new)
      expect(AssociationDifference(from: old, to: old).isEmpty, "a file differs from itself")
    case (.apple(let apple), .android(let android)), (.android(let android), .apple(let apple)):
      _ = AssociationLinter.disagreements(apple, android)
    }
  }

  /// The fast evaluation and the explanation must agree.
  private static func decide(_ file: AssociationFile, _ url: WebURL) {
    switch file {
    case .apple(let association):
      for system in SystemVersion.iOSGenerations {
        let evaluator = AssociationEvaluator(association, system: system)
        for app in evaluator.identifiers.prefix(3) {
          let explanation = evaluator.explanation(for: url, app: app)
          guard explanation.obstacle == nil else { continue }
          let verdict = evaluator.verdict(for: EvaluatedURL(url), app: app)
          expect(explanation.verdict == verdict, "\(explanation.verdict) is not \(verdict)")
        }
      }
    case .android(let links):
      let evaluator = AndroidEvaluator(links)
      for package in links.packageNames.prefix(3) {
        _ = evaluator.explanation(for: url, package: package)
      }
    }
  }
}

private struct AssociationInput {
  /// The files of the input, two at most.
  let files: [[UInt8]]
  let url: WebURL

  init(_ bytes: [UInt8]) {
    let parts = FuzzInput.parts(bytes, separator: "\n---\n", limit: 3)
    let last = String(decoding: parts[parts.count - 1], as: UTF8.self)
    files = Array(parts.prefix(2))
    url = WebURL("https://example.com" + last) ?? WebURL(last) ?? Self.usual
  }

  private static let usual: WebURL = {
    guard let url = WebURL("https://example.com/a/b?x=1#y") else {
      preconditionFailure("a plain URL is none")
    }
    return url
  }()
}
