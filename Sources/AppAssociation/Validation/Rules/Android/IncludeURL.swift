import JSONSyntax

/// An included list is named by an absolute `https` URL; `http` only from a list that came by
/// `http` itself.
///
/// Bad:
/// ```json
/// [{"include":"other.json"}]
/// ```
///
/// Good:
/// ```json
/// [{"include":"https://asajikan.jp/other.json"}]
/// ```
enum IncludeURL: AndroidRule {
  static let code = "include-url"

  static func check(_ file: AndroidFile, _ report: inout Report) {
    for (spot, _) in file.statements {
      guard let include = spot.member("include") else { continue }
      guard let text = include.string, let url = WebURL(text),
        ["http", "https"].contains(url.scheme)
      else {
        let text = include.string ?? include.node.value.kindName
        report.error(include, "'\(text)' is no absolute URL: expected https://…")
        continue
      }
      if url.scheme == "http" {
        report.error(
          include, "'\(text)' is no https URL, which a list that came by https may not include")
      }
    }
  }
}
