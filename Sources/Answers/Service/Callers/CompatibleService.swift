/// A service whose published clients may use this server instead.
package enum CompatibleService: String, CaseIterable, Sendable {
  case yourls, shlink, bitly

  /// The expected values of `server.compatible`, for error messages.
  package static var expectation: String {
    "a service: expected one of " + allCases.map(\.rawValue).joined(separator: ", ")
  }
}
