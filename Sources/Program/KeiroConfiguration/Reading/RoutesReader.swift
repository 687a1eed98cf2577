import AppAssociation
import JSONSyntax
import SiteModel

/// Reads the routes of a site.
struct RoutesReader {
  let apps: AppNames

  func read(_ field: JSONField) -> [RouteDefinition] {
    var paths: [RoutePattern: String] = [:]
    return (field.elements() ?? []).map { element in
      let route = element.object(route) ?? RouteDefinition(component: Component(), apps: [])
      let pattern = RoutePattern(route.component)
      if let first = paths[pattern], !pattern.isEmpty {
        element.report(
          "the route is never reached: \(first) has the same pattern: expected another")
      }
      paths[pattern] = paths[pattern] ?? element.path
      return route
    }
  }

  private func route(_ object: JSONObjectReader) -> RouteDefinition {
    var route = RouteDefinition(component: component(object), apps: appIndices(object))
    let template = RouteTemplate(route.component.path ?? "")
    let texts = RouteTextReader(captured: template?.names)
    route.screen = object.optional("screen")?.text()
    route.title = object.optional("title").flatMap(texts.text)
    route.description = object.optional("description").flatMap(texts.text)
    route.image = object.optional("image").flatMap(texts.address)
    route.web = object.optional("web").flatMap(texts.address)
    route.links = object.optional("links").map { links($0, texts) } ?? []
    object.set(&route.universalLink, "universalLink") { $0.bool() }
    if route.component.exclude == true {
      reportMeaningless(object)
    } else {
      reportIdle(object)
    }
    return route
  }

  private func links(_ field: JSONField, _ texts: RouteTextReader) -> [PageLink] {
    (field.elements() ?? []).compactMap { element in
      element.object { object in
        let text = object.required("text").flatMap(texts.text)
        let url = object.required("url").flatMap(texts.address)
        return text.flatMap { text in url.map { PageLink(text: text, url: $0) } }
      } ?? nil
    }
  }

  private func component(_ object: JSONObjectReader) -> Component {
    var component = Component()
    component.path = object.optional("/")?.text()
    component.query = object.optional("?").flatMap(query)
    component.fragment = object.optional("#")?.text()
    component.exclude = object.optional("exclude")?.bool()
    component.comment = object.optional("comment")?.string()
    component.caseSensitive = object.optional("caseSensitive")?.bool()
    component.percentEncoded = object.optional("percentEncoded")?.bool()
    if ["/", "?", "#"].allSatisfy({ object.optional($0) == nil }) {
      object.field.report("the route has no pattern: expected '/', '?' or '#'")
    }
    return component
  }

  private func query(_ field: JSONField) -> Component.Query? {
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

  private func appIndices(_ object: JSONObjectReader) -> [Int] {
    let one = object.optional("app")
    let several = object.optional("apps")
    if one != nil, let several {
      several.report("both 'app' and 'apps' are given: expected one of them")
    }
    if several?.node.array?.isEmpty == true {
      several?.report("the array is empty: expected at least one app")
    }
    let indices = apps.indices(several)
    return one == nil ? indices : apps.line(one)
  }
}

extension RoutesReader {
  /// Reports keys for openings and pages, which an excluded route does not have.
  private func reportMeaningless(_ object: JSONObjectReader) {
    let keys = [
      "app", "apps", "screen", "title", "description", "image", "web", "links", "universalLink",
    ]
    for key in keys {
      object.optional(key)?.report("an excluded route opens and shows nothing: delete this key")
    }
  }

  private func reportIdle(_ object: JSONObjectReader) {
    if object.optional("web") != nil {
      object.optional("links")?.report("browsers go to 'web' and see no page: expected one of them")
    }
    guard object.optional("app") == nil, object.optional("apps") == nil else { return }
    object.optional("screen")?.report("a screen needs an app: expected 'app' or 'apps' beside it")
    if let link = object.optional("universalLink"), link.node.bool == true {
      link.report("a universal link needs an app: expected 'app' or 'apps' beside it")
    }
    let shows = ["screen", "title", "description", "image", "web", "universalLink"]
    if shows.allSatisfy({ object.optional($0) == nil }) {
      object.field.report(
        "the route opens and shows nothing: expected 'app', 'title', 'web' or \"exclude\": true")
    }
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
    path = component.path.map { RouteTemplate($0)?.replacingNames(by: "?*") ?? $0 }
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
