import JSONSyntax

extension ServiceSnapshot {
  /// The position of an app.
  ///
  /// - Parameter name: the key of the app; nil names the only one.
  package func app(named name: String?) throws(UnknownApp) -> Int {
    if name == nil, apps.count == 1 { return 0 }
    guard let number = apps.firstIndex(where: { $0.key == name }) else {
      throw UnknownApp(name: name, known: apps.map(\.key))
    }
    return number
  }
}

/// An unknown app name, or a missing one where there is more than one app.
package struct UnknownApp: Error, Equatable, Sendable {
  fileprivate let name: String?
  fileprivate let known: [String]

  /// The value and the expectation, without a capital or a full stop.
  package var message: String {
    guard let name else { return expectation }
    let nearest = nearestName(to: name, among: known).map { "; did you mean '\($0)'?" } ?? ""
    return "'\(name.prefix(100))' is not an app: \(expectation)\(nearest)"
  }

  private var expectation: String {
    known.isEmpty
      ? "the configuration has no apps" : "expected one of \(known.joined(separator: ", "))"
  }
}
