package import JSONSyntax

/// The positions of a configuration's values in its file, for problems that only compiling it
/// reveals.
package struct ConfigurationPositions: Sendable {
  private let document: JSONDocument

  init(_ document: JSONDocument) {
    self.document = document
  }

  /// The position of the value at a path such as `sites[0].routes[2].screen`. If the file does not
  /// contain the whole path, the position of the last value on it.
  package func position(path: String) -> JSONPosition? {
    document.position(path: path)
  }

  /// The path of a part of a route, as in `sites[0].routes[2]["/"]`.
  package static func path(site: Int, route: Int, part: String? = nil) -> String {
    let path = "sites[\(site)].routes[\(route)]"
    return part.map { jsonPath(path, member: $0) } ?? path
  }
}
