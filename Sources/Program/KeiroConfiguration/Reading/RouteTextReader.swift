import JSONSyntax
import WebSyntax

/// Reads texts of a route in which `{names}` stand for parts of the path.
struct RouteTextReader {
  /// The names that the path captures; nil if the path itself is invalid.
  let captured: [String]?

  func text(_ field: JSONField) -> String? {
    guard let text = field.text() else { return nil }
    guard let template = RouteTemplate(text) else {
      field.report("a brace belongs to no {name}: expected a name of letters, digits and _ in it")
      return nil
    }
    for name in template.names where captured?.contains(name) == false {
      field.report("{\(name)} is not captured by the path: \(expectation(for: name))")
    }
    return text
  }

  /// An http or https URL, or an absolute path. Names may only come after the host: a visitor's URL
  /// must not choose the host that the browser is sent to.
  func address(_ field: JSONField) -> String? {
    guard let text = text(field), let template = RouteTemplate(text) else { return nil }
    let first = template.replacingNames(by: "a")
    let isPath = first.hasPrefix("/") && !first.hasPrefix("//") && !first.hasPrefix("/\\")
    let url = WebURL(first)
    let isURL = url.map { URLScheme.isWeb($0.scheme) && $0.userInfo == nil } ?? false
    guard isPath || isURL else {
      field.report("'\(text)' leads nowhere: expected an http or https URL, or a path after '/'")
      return nil
    }
    guard WebURL(template.replacingNames(by: "b"))?.origin == url?.origin else {
      field.report("'\(text)' has a {name} in its host: expected names only behind it")
      return nil
    }
    return text
  }

  private func expectation(for name: String) -> String {
    let captured = captured ?? []
    if captured.isEmpty { return "expected '{\(name)}' in '/'" }
    if let nearest = nearestName(to: name, among: captured) { return "did you mean {\(nearest)}?" }
    return "expected one of \(captured.map { "{\($0)}" }.joined(separator: ", "))"
  }
}

extension WebURL {
  fileprivate var origin: [String?] { [scheme, userInfo, host, port] }
}
