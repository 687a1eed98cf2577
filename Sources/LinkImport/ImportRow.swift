package import JSONSyntax
package import Links
package import LinkStorage

/// What an import can read.
package enum ImportFormat: String, CaseIterable, Sendable {
  case firebase, csv, ndjson
}

/// A line of an import, and what it comes to.
package struct ImportRow: Equatable, Sendable {
  /// The line that it begins on, from 1.
  package let line: Int
  /// The short URL or slug as it stands there; nil when it could not be made out.
  package let name: String?
  /// Nil when the row is rejected.
  package let link: ShortLink?
  /// The link's password where the file has it as people type it: still to be hashed.
  package let password: String?
  /// Why it is rejected, or what could not be carried over.
  package let problems: [String]
  /// False for a good link, and for the heading of a table.
  package let isRejected: Bool

  package init(
    line: Int, name: String?, link: ShortLink, password: String? = nil, problems: [String] = []
  ) {
    self.line = line
    self.name = name
    self.link = link
    self.password = password
    self.problems = problems
    isRejected = false
  }

  /// A row that is not taken.
  package init(line: Int, name: String?, rejectedFor problems: [String]) {
    self.line = line
    self.name = name
    link = nil
    password = nil
    self.problems = problems
    isRejected = true
  }

  /// The heading of a table, which is no link and yet may be odd.
  init(heading line: Int, problems: [String]) {
    self.line = line
    name = nil
    link = nil
    password = nil
    self.problems = problems
    isRejected = false
  }
}

/// What an import has come to.
package struct ImportReport: Equatable, Sendable {
  package struct Problem: Equatable, Sendable {
    package let line: Int
    package let link: String?
    package let reason: String
  }

  /// So many problems are told; of a file that is wrong throughout, more would help nobody.
  private static let problemLimit = 10_000

  package private(set) var created = 0
  package private(set) var updated = 0
  package private(set) var unchanged = 0
  package private(set) var rejected = 0
  package private(set) var problems: [Problem] = []
  /// Those that were too many to be told.
  package private(set) var untoldProblems = 0

  package init() {}

  /// A row that was read; its link is counted when it has been applied.
  package mutating func add(_ row: ImportRow) {
    if row.isRejected { rejected += 1 }
    for reason in row.problems {
      if problems.count < Self.problemLimit {
        problems.append(Problem(line: row.line, link: row.name, reason: reason))
      } else {
        untoldProblems += 1
      }
    }
  }

  /// What the store has done.
  package mutating func add(_ changes: [AppliedChange]) {
    for change in changes {
      switch change {
      case .created: created += 1
      case .updated: updated += 1
      case .unchanged: unchanged += 1
      }
    }
  }

  package var json: JSONOutput {
    let list = problems.map { problem in
      JSONOutput.object([
        .init("line", .int(problem.line)), .init("link", .optional(problem.link)),
        .init("reason", .string(problem.reason)),
      ])
    }
    var members: [JSONOutput.Member] = [
      .init("created", .int(created)), .init("updated", .int(updated)),
      .init("unchanged", .int(unchanged)), .init("rejected", .int(rejected)),
      .init("problems", .array(list)),
    ]
    if untoldProblems > 0 { members.append(.init("untoldProblems", .int(untoldProblems))) }
    return .object(members)
  }
}
