package import JSONSyntax
import SiteModel

/// An error or warning about a configuration, with its position.
package struct ConfigurationProblem: Equatable, Sendable {
  /// Whether the problem keeps the configuration from being used.
  package var severity = Severity.error
  /// The path from the root, such as `sites[0].routes[2].screen`; empty for the file itself.
  package var path: String
  /// The position in the file; nil if it is unknown.
  package var position: JSONPosition?
  /// The value and what is expected, in one sentence without a capital or a full stop.
  package let sentence: Sentence

  package var message: String { sentence.english.shortened(to: 1000) }

  package enum Severity: String, Sendable {
    case error
    /// The configuration works, but probably not as intended.
    case warning
  }
}

extension ConfigurationProblem {
  package init(
    _ severity: Severity = .error, path: String, position: JSONPosition? = nil, message: String
  ) {
    self.init(
      severity: severity, path: path, position: position, sentence: Sentence(english: message))
  }

  init(_ problem: JSONProblem) {
    self.init(path: problem.path, position: problem.position, sentence: problem.sentence)
  }

  init(_ problem: ServiceSnapshot.Problem) {
    self.init(problem.isError ? .error : .warning, path: problem.path, message: problem.message)
  }

  /// Whether the problem is of the value at a path, or of one inside it.
  func isInside(_ path: String) -> Bool {
    guard !path.isEmpty, self.path.hasPrefix(path) else { return path.isEmpty }
    return [nil, ".", "["].contains(self.path.dropFirst(path.count).first)
  }

  /// The problem as one line, in the form of a compiler diagnostic.
  package func line(file: String) -> String {
    var text = file + ":"
    if let position { text += "\(position.line):\(position.column):" }
    if severity == .warning { text += " warning:" }
    if !path.isEmpty { text += " \(path):" }
    return text + " " + message
  }
}

extension JSONDocument {
  /// The problems with the positions of the values at their paths.
  func placing(_ problems: [ConfigurationProblem]) -> [ConfigurationProblem] {
    zip(problems, positions(paths: problems.map(\.path))).map { problem, position in
      var problem = problem
      problem.position = position
      return problem
    }
  }
}

package enum ConfigurationFailure: Error, Equatable, Sendable {
  case unreadable(String)
  /// The file is readable but has errors. All of its problems, in the order of the file.
  case invalid([ConfigurationProblem])
}
