import JSONSyntax
import WebSyntax

/// An included list is given by an absolute `https` URL. `http` is allowed only in a list that was
/// itself served over `http`.
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
        URLScheme.isWeb(url.scheme)
      else {
        let text = include.string ?? include.node.value.kindName
        report.error(include, "'\(text)' is not an absolute URL: expected https://…")
        continue
      }
      if url.scheme == "http" {
        report.error(
          include, "'\(text)' is an http URL: a list served over https may include only https URLs")
      }
    }
  }
}
