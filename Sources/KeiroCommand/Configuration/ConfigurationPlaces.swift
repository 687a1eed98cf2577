package import JSONSyntax

/// Where the values of a configuration stand in its file, for problems that are only found when
/// the configuration is put to use.
package struct ConfigurationPlaces: Sendable {
  private let document: JSONDocument

  init(_ document: JSONDocument) {
    self.document = document
  }

  /// The position of the value at a path such as `sites[0].routes[2].screen`; of a path that leads
  /// beyond what is written, the position of the last value on its way.
  package func position(path: String) -> JSONPosition? {
    document.position(path: path)
  }

  /// The path of a part of a route, as in `sites[0].routes[2]["/"]`.
  package static func path(site: Int, route: Int, part: String? = nil) -> String {
    let path = "sites[\(site)].routes[\(route)]"
    return part.map { jsonPath(path, member: $0) } ?? path
  }
}
