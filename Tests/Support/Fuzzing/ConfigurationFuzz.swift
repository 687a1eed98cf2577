import AppAssociation
import JSONSyntax
import KeiroConfiguration
import SiteModel

extension FuzzTarget {
  /// Configurations: reading, compiling, and generating association files.
  ///
  /// The input is the file. Its folder does not exist, so no other file is read.
  static let configuration = FuzzTarget(name: "configuration") { bytes in
    let loaded = ConfigurationLoader.examine(bytes, file: "/absent/keiro.json")
    check(loaded.faults + loaded.warnings, bytes)
    let all = ConfigurationReview.problems(of: loaded, now: FuzzService.timestamp).problems
    expect(all.allSatisfy { $0.position != nil }, "a problem has no position")
    if loaded.faults.isEmpty { compile(loaded, bytes) }
  }

  private static func check(_ problems: [ConfigurationProblem], _ text: [UInt8]) {
    let lines = JSONLines(bytes: text)
    for problem in problems {
      guard let position = problem.position else {
        expect(false, "'\(problem.message)' has no position")
        continue
      }
      expect(lines.excerpt(position) != nil || text.isEmpty, "'\(problem.message)' lies outside")
      expect(!problem.message.isEmpty, "a problem without words")
      expect(!problem.line(file: "f").utf8.contains(0x0A), "a problem of several lines")
    }
  }

  private static func compile(_ loaded: LoadedConfiguration, _ text: [UInt8]) {
    let compilation = ServiceSnapshot.compile(loaded.configuration.service)
    let problems = compilation.problems.map { problem in
      ConfigurationProblem(path: problem.path, message: problem.message)
    }
    check(loaded.placing(problems), text)
    let hasErrors = compilation.problems.contains(where: \.isError)
    expect(hasErrors == (compilation.snapshot == nil), "errors do not go with their absence")
    guard let snapshot = compilation.snapshot else { return }
    for host in snapshot.hostNames { readDocuments(of: host, snapshot) }
  }

  /// Generated files must be readable by the decoder.
  private static func readDocuments(of host: String, _ snapshot: ServiceSnapshot) {
    for isApple in [true, false] {
      guard let document = snapshot.document(host: host, isApple: isApple) else { continue }
      let file = try? AssociationFile(decoding: document)
      switch file {
      case .apple: expect(isApple, "Apple's file in place of Google's")
      case .android: expect(!isApple, "Google's file in place of Apple's")
      case nil: expect(false, "'\(host)' serves a file that cannot be read")
      }
    }
  }
}
