import AppAssociation
import JSONSyntax
import SiteModel
import WebSyntax

extension ValueKind<[RouteDefinition]> {
  static var routes: Self {
    let route = ValueKind<RouteDefinition>.object(.route).defined(as: "route")
    let list = ValueKind.list(route)
    return Self(list.schema(), definitions: list.definitions) { field, state in
      var paths: [RoutePattern: String] = [:]
      defer { state.captured = [] }
      return field.elements()?.map { element in
        state.captured = []
        let definition = route.read(element, state) ?? RouteDefinition()
        let pattern = RoutePattern(definition.component)
        if let first = paths[pattern], !pattern.isEmpty {
          element.report(
            "the route is never reached: \(first) has the same pattern: expected another")
        }
        paths[pattern] = paths[pattern] ?? element.path
        return definition
      }
    }
  }
}

extension ConfigurationTable<RouteDefinition> {
  fileprivate static var route: Self {
    Self(
      RouteDefinition(),
      .init("/", ValueKind<String>.text) { path, route, state in
        route.component.path = path
        state.captured = CaptureTemplate(whole: path)?.names
      },
      .init("?", \.component.query, .query),
      .init("#", \.component.fragment, .text),
      .init("exclude", \.component.exclude, .flag, default: .bool(false)),
      .init("comment", \.component.comment, .anyString),
      .init("caseSensitive", \.component.caseSensitive, .flag, default: .bool(true)),
      .init("percentEncoded", \.component.percentEncoded, .flag, default: .bool(true)),
      .init("app", ValueKind<[Int]>.appLine) { apps, route, _ in route.apps = apps },
      .init("apps", ValueKind<[Int]>.appLines(atLeastOne: "app")) { apps, route, _ in
        if route.apps.isEmpty { route.apps = apps }
      },
      .init("screen", \.screen, .text),
      .init("title", \.title, .routeText),
      .init("description", \.description, .routeText),
      .init("image", \.image, .address),
      .init("web", \.web, .address),
      .init("links", \.links, .list(.object(.pageLink))),
      .init("universalLink", \.universalLink, .flag), rules: rules
    ) { object, route, _ in
      if ["/", "?", "#"].allSatisfy({ object.optional($0) == nil }) {
        object.field.report("the route has no pattern: expected '/', '?' or '#'")
      }
      if object.optional("app") != nil {
        object.optional("apps")?.report("both 'app' and 'apps' are given: expected one of them")
      }
      if route.component.exclude == true {
        reportMeaningless(object)
      } else {
        reportIdle(object)
      }
    }
  }

  /// Keys for openings and pages, which an excluded route does not have.
  private static let openingKeys = [
    "app", "apps", "screen", "title", "description", "image", "web", "links", "universalLink",
  ]

  private static func reportMeaningless(_ object: JSONObjectReader) {
    for key in openingKeys {
      object.optional(key)?.report("an excluded route opens and shows nothing: delete this key")
    }
  }

  private static func reportIdle(_ object: JSONObjectReader) {
    if object.optional("web") != nil {
      object.optional("links")?.report("browsers go to 'web' and see no page: expected one of them")
    }
    guard object.optional("app") == nil, object.optional("apps") == nil else { return }
    object.optional("screen")?.report("a screen needs an app: expected 'app' or 'apps' beside it")
    if let link = object.optional("universalLink"), link.node.bool == true {
      link.report("a universal link needs an app: expected 'app' or 'apps' beside it")
    }
    if openingKeys.allSatisfy({ $0 == "links" || object.optional($0) == nil }) {
      object.field.report(
        "the route opens and shows nothing: expected 'app', 'title', 'web' or \"exclude\": true")
    }
  }

  private static var rules: String {
    func any(_ keys: [String]) -> String {
      #"{"anyOf": [\#(keys.map { #"{"required": ["\#($0)"]}"# }.joined(separator: ", "))]}"#
    }
    let none = openingKeys.map { #""\#($0)": false"# }.joined(separator: ", ")
    return """
      {"anyOf": [{"required": ["/"]}, {"required": ["?"]}, {"required": ["#"]}],
        "not": {"required": ["app", "apps"]},
        "if": {"required": ["exclude"], "properties": {"exclude": {"const": true}}},
        "then": {"properties": {\(none)}},
        "else": \(any(openingKeys.filter { $0 != "links" })),
        "dependentSchemas": {"screen": \(any(["app", "apps"]))}}
      """
  }
}

extension ConfigurationTable<PageLink> {
  fileprivate static var pageLink: Self {
    Self(
      PageLink(),
      .init("text", \.text, .routeText, isRequired: true),
      .init("url", \.url, .address, isRequired: true))
  }
}

extension ValueKind<Component.Query> {
  fileprivate static var query: Self {
    var schema: [JSONOutput.Member] {
      .json(
        #"{"type": ["string", "object"], "additionalProperties": {"type": "string"}}"#)
    }
    return Self(schema) { field, _ in
      if let pattern = field.node.string { return .string(pattern) }
      guard field.node.object != nil else {
        let kind = field.node.value.kindName
        field.report("found \(kind): expected a pattern or an object of patterns")
        return nil
      }
      let items = (field.entries() ?? []).compactMap { name, field in
        field.string().map { Component.Query.Item(name: name, pattern: $0) }
      }
      return .items(items)
    }
  }
}

extension ValueKind<String> {
  /// A text in which `{names}` stand for parts of the path.
  fileprivate static var routeText: Self {
    Self(.string()) { field, state in field.routeText(state) }
  }

  /// An http or https URL, or an absolute path. Names may only come after the host: a visitor's URL must
  /// not choose the host that the browser is sent to.
  static var address: Self { address(isTemplate: true) }

  /// - Parameter isTemplate: whether it belongs to a path, from which names take their values.
  static func address(isTemplate: Bool) -> Self {
    Self(.string(#"^([Hh][Tt][Tt][Pp][Ss]?://.|/([^/\\]|$))"#)) { field, state in
      guard let text = isTemplate ? field.routeText(state) : field.text() else { return nil }
      let template = isTemplate ? CaptureTemplate(whole: text) : nil
      let first = template?.replacingNames(by: "a") ?? text
      let isPath = first.hasPrefix("/") && !first.hasPrefix("//") && !first.hasPrefix("/\\")
      let url = WebURL(first)
      let isURL = url.map { URLScheme.isWeb($0.scheme) && $0.userInfo == nil } ?? false
      guard isPath || isURL else {
        field.report("'\(text)' leads nowhere: expected an http or https URL, or a path after '/'")
        return nil
      }
      guard WebURL(template?.replacingNames(by: "b") ?? text)?.beginning == url?.beginning else {
        field.report("'\(text)' has a {name} in its host: expected names only behind it")
        return nil
      }
      // A path is read as that of some host.
      return field.sentURL(
        text, after: isPath ? "https://site.invalid" : "",
        isNot: isPath ? "a path: expected no space at its end" : "an http or https URL",
        isValue: { isTemplate && CaptureName.isValid($0) }, { _ in true })
    }
  }
}

extension JSONField {
  fileprivate func routeText(_ state: ReadingState) -> String? {
    guard let text = text() else { return nil }
    guard let template = CaptureTemplate(whole: text) else {
      report("a brace belongs to no {name}: expected a name of letters, digits and _ in it")
      return nil
    }
    guard let captured = state.captured else { return text }
    for name in template.names where !captured.contains(name) {
      let expectation =
        captured.isEmpty
        ? "expected '{\(name)}' in '/'"
        : nearestName(to: name, among: captured).map { "did you mean {\($0)}?" }
          ?? "expected one of \(captured.map { "{\($0)}" }.joined(separator: ", "))"
      report("{\(name)} is not captured by the path: \(expectation)")
    }
    return text
  }
}

extension WebURL {
  fileprivate var beginning: [String?] { [scheme, userInfo, host, port] }
}

extension CaptureTemplate {
  /// Nil if a brace belongs to no `{name}`.
  fileprivate init?(whole text: String) {
    self.init(text)
    for case .literal(let literal) in parts
    where literal.unicodeScalars.contains(where: { $0 == "{" || $0 == "}" }) { return nil }
  }

  /// The names in order, including repetitions.
  fileprivate var names: [String] {
    parts.compactMap { if case .capture(let name) = $0 { name } else { nil } }
  }

  fileprivate func replacingNames(by text: String) -> String {
    parts.map { if case .literal(let literal) = $0 { literal } else { text } }.joined()
  }
}

/// The pattern of a route. Of two routes with equal patterns, the second is unreachable.
private struct RoutePattern: Hashable {
  private let path: String?
  private let query: Component.Query?
  private let fragment: String?
  private let caseSensitive: Bool
  private let percentEncoded: Bool

  init(_ component: Component) {
    path = component.path.map { CaptureTemplate(whole: $0)?.replacingNames(by: "?*") ?? $0 }
    if case .items(let items) = component.query {
      query = .items(items.sorted { $0.name < $1.name })
    } else {
      query = component.query
    }
    fragment = component.fragment
    caseSensitive = component.caseSensitive ?? true
    percentEncoded = component.percentEncoded ?? true
  }

  var isEmpty: Bool { path == nil && query == nil && fragment == nil }
}
