import AppAssociation
package import Links
import WebSyntax

extension ServiceSnapshot {
  /// A link as previews show it, with missing texts taken from the page that it leads to.
  package func shown(_ link: ShortLink, leadingTo destination: String) -> ShortLink {
    guard let page = page(at: destination) else { return link }
    let (url, route) = (page.url, route(of: page))
    func filled(_ text: String?, _ write: (ArraySlice<UInt8>) -> String) -> String? {
      text.map { CaptureTemplate($0).filled(page.match, in: url.path[...], write) }
    }
    let image = filled(route.image) { PercentCoding.encodeUnsafe($0) }.map { image in
      image.hasPrefix("/")
        ? "https://\(sites[url.site].definition.primaryHost ?? url.host)\(image)" : image
    }
    var shown = link
    shown.social.title = shown.social.title ?? filled(route.title, PercentCoding.decodeLossy)
    shown.social.description =
      shown.social.description ?? filled(route.description, PercentCoding.decodeLossy)
    shown.social.image = shown.social.image ?? image
    return shown
  }
}

extension CaptureTemplate {
  /// Returns the text with the captures of a path; a name that the route does not capture becomes empty.
  ///
  /// - Parameter write: turns a capture as it stands in the path into text.
  func filled(
    _ match: RoutingMatch?, in path: ArraySlice<UInt8>, _ write: (ArraySlice<UInt8>) -> String
  ) -> String {
    let captures = match?.captures ?? []
    return parts.map { part in
      switch part {
      case .literal(let text): text
      case .capture(let name):
        captures.first { $0.name == name }.map { capture in
          write(path.dropFirst(capture.range.lowerBound).prefix(capture.range.count))
        } ?? ""
      }
    }.joined()
  }
}

/// A text of the configuration in which `{name}` stands for a capture of a route's path.
package struct CaptureTemplate: Equatable, Sendable {
  /// A piece of the template: literal text, or the name of a capture.
  package enum Part: Equatable, Sendable {
    case literal(String)
    case capture(String)
  }

  /// The pieces in the order of the text.
  package let parts: [Part]

  /// Parses a text. Braces around anything but a name stay unchanged.
  package init(_ text: String) {
    var parts: [Part] = []
    var literal = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      let inside = rest[rest.index(after: open)...]
      guard let close = inside.firstIndex(of: "}") else { break }
      literal += rest[..<open]
      let name = inside[..<close]
      if CaptureName.isValid(name) {
        if !literal.isEmpty { parts.append(.literal(literal)) }
        parts.append(.capture(String(name)))
        literal = ""
      } else {
        literal += rest[open...close]
      }
      rest = inside[inside.index(after: close)...]
    }
    literal += rest
    if !literal.isEmpty { parts.append(.literal(literal)) }
    self.parts = parts
  }
}
