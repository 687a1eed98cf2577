import AssociationValidation
import Changes
import JSONSyntax
import Management

extension CommandTable {
  static let apply = CommandSpecification.onKeiro(
    "apply", "make an owner's links match a file, and show what changes",
    details: [
      "FILE is CSV or NDJSON as 'links export' prints it; a host, a slug and a url for each",
      "link are enough. '-' reads standard input. The file decides: an owner's link that",
      "was edited by hand is set back. Links of other owners, or made by hand, are kept and",
      "named. Prints the plan, then applies it as one change. If a line cannot be read,",
      "nothing is applied (exit 1). Also exits with 1 if the file names a link that belongs",
      "to someone else.",
    ],
    options: [.fileOwner, .prune, .dryRun, .reportFormat], operands: .file(suchAs: "links.csv"),
    examples: [
      "apply --dry-run links.ndjson  # the plan alone", "apply --owner campaigns --prune links.csv",
    ]
  ) { arguments throws(UsageError) in
    let (format, file) = (try arguments.reportFormat(), try arguments.operand())
    let isDryRun = arguments.has(.dryRun)
    return try arguments.using(
      isDryRun ? .reading : .writing,
      reading: { console throws(CommandFailure) in
        try CommandInput(path: file).read(console, limit: LinkFile.sizeLimit)
      },
      { keiro, bytes, console throws(CommandFailure) in
        /// The plan for the file, which is carried out unless `isDryRun` is set.
        func plan(isDryRun: Bool) throws(CommandFailure) -> LinkPlanText {
          var call = APIRequest(
            .applyLinks,
            query: [
              CallParameters.fileOwner(arguments.value(.fileOwner)),
              CallParameters.dryRun(isDryRun), CallParameters.prune(arguments.has(.prune)),
            ], file: bytes)
          // A file may contain many passwords, and comparing each takes time.
          call.timeout = 300
          return LinkPlanText(document: try keiro.document(call))
        }
        // People see the plan before the change; programs receive only the result.
        let plansFirst = format == .text && !isDryRun
        var told = try plan(isDryRun: isDryRun || plansFirst)
        switch format {
        case .json: console.print(JSONOutput(told.document))
        case .sarif, .github: console.print(told.diagnostics(file: file), as: format)
        case .text:
          told.lines.forEach(console.print)
          if plansFirst, told.hasWork {
            let done = try plan(isDryRun: false)
            done.left.filter { !told.left.contains($0) }.forEach(console.print)
            told = done
          }
          console.print(told.counts(isDone: plansFirst))
          told.remarks.forEach(console.remark)
        }
        return told.isWhole ? .done : .negative
      })
  }
}

extension OptionSpecification {
  fileprivate static let fileOwner = Self(
    "--owner", .text("NAME"), "owner recorded on the file's links; default apply")
  fileprivate static let prune = Self(
    "--prune", "remove the owner's links that are not in the file")
  fileprivate static let dryRun = Self("--dry-run", "print the plan and write nothing")
}

struct LinkPlanText {
  let document: JSONNode

  private func entries(_ name: String) -> [JSONNode] { document.elements(name) }

  private func count(_ name: String) -> Int { entries(name).count }

  var hasWork: Bool { ["made", "changed", "removed"].contains { count($0) > 0 } }

  /// Whether the file and the store agree afterwards.
  var isWhole: Bool { count("left") == 0 && count("problems") == 0 }

  // MARK: - Text

  var lines: [String] {
    entries("made").map { "make    \(Self.leading($0))" }
      + entries("changed").flatMap { entry in
        ["change  \(Self.name(entry))"] + Self.fields(entry).map { "          " + $0 }
      }
      + entries("removed").map { "remove  \(Self.leading($0))" } + left
  }

  var left: [String] {
    entries("left").map { entry in
      let line = entry.number("line").map { " (line \($0))" } ?? ""
      return "leave   \(Self.name(entry))\(line): \(entry.text("reason") ?? "")"
    }
  }

  func counts(isDone: Bool) -> String {
    let (made, changed, removed) = (count("made"), count("changed"), count("removed"))
    let done =
      isDone
      ? "made \(made), changed \(changed), removed \(removed)"
      : "to make \(made), to change \(changed), to remove \(removed)"
    return done + ", left alone \(count("left")), unchanged \(document.number("unchanged") ?? 0)"
  }

  /// The part of the text form that goes to standard error.
  var remarks: [String] {
    func told(_ name: String) -> [String] {
      entries(name).map { entry in
        "line \(entry.number("line") ?? 0): \(entry.text("reason") ?? "")"
      }
    }
    let problems = told("problems")
    let unlisted = count("unlisted")
    let owner = document.text("owner") ?? ""
    return problems + (problems.isEmpty ? [] : ["nothing was applied"]) + told("warnings")
      + (unlisted == 0
        ? []
        : [
          "\(unlisted.counted("link")) of '\(owner)' \(unlisted == 1 ? "is" : "are") not in the "
            + "file: --prune removes \(unlisted == 1 ? "it" : "them")"
        ])
  }

  private static func name(_ entry: JSONNode) -> String { entry.text("link") ?? "" }

  private static func leading(_ entry: JSONNode) -> String {
    "\(name(entry)) -> \(entry.text("url") ?? "")"
  }

  private static func fields(_ entry: JSONNode) -> [String] {
    entry.elements("fields").map { field in
      let name = field.text("field") ?? ""
      guard let old = field.member("old"), let new = field.member("new") else { return name }
      return "\(name): \(value(old)) -> \(value(new))"
    }
  }

  private static func value(_ node: JSONNode) -> String {
    switch node.value {
    case .null: "none"
    case .string(let text): text
    default: JSONOutput(node).compact
    }
  }

  // MARK: - Diagnostics

  func diagnostics(file: String) -> [Diagnostic] {
    func found(
      _ name: String, _ rule: String, _ severity: Finding.Severity,
      _ message: (JSONNode) -> String
    ) -> [Diagnostic] {
      entries(name).map { entry in
        Diagnostic(
          file: file,
          finding: Finding(
            code: rule, severity: severity, line: entry.number("line"), message: message(entry)))
      }
    }
    return found("problems", "line-unreadable", .error) { $0.text("reason") ?? "" }
      + found("warnings", "line-odd", .warning) { $0.text("reason") ?? "" }
      + found("left", "link-left", .error) { "\(Self.name($0)) stays: \($0.text("reason") ?? "")" }
      + found("made", "link-made", .note) { "makes \(Self.leading($0))" }
      + found("changed", "link-changed", .note) {
        "changes \(Self.name($0)): \(Self.fields($0).joined(separator: "; "))"
      }
      + found("removed", "link-removed", .warning) { "removes \(Self.leading($0))" }
      + found("unlisted", "link-unlisted", .note) {
        "\(Self.name($0)) is not in the file and stays: --prune removes it"
      }
  }
}
