import AppAssociation

/// A statement either includes another list or makes a grant itself.
///
/// Bad:
/// ```json
/// [{"include":"https://asajikan.jp/other.json","relation":[]}]
/// ```
///
/// Good:
/// ```json
/// [{"include":"https://asajikan.jp/other.json"}]
/// ```
enum IncludeFields: AndroidRule {
  static let code = "include-fields"

  static func check(_ file: AndroidFile, _ report: inout Report) {
    for (spot, _) in file.statements where spot.member("include") != nil {
      for (name, member) in spot.names where name == "relation" || name == "target" {
        report.error(
          member, "'\(name)' next to 'include' makes the statement invalid",
          help: "split it into two statements")
      }
    }
  }
}
