import AppAssociation
import JSONSyntax
import WebSyntax

/// An included list is given by an absolute `https` URL. `http` is allowed only in a list that was
/// itself served over `http`. A port is a number from 1 to 65535.
///
/// Bad:
/// ```json
/// [{"include":"other.json"},
///  {"include":"https://asajikan.jp:999999/other.json"}]
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
      if let port = url.port, !url.hasPossiblePort {
        report.error(include, "'\(text)' has the port \(port): expected one from 1 to 65535")
      }
      if url.scheme == "http" {
        report.error(
          include, "'\(text)' is an http URL: a list served over https may include only https URLs")
      }
    }
  }
}
