import WebSyntax

/// The parsed arguments of `keiro health`.
package struct HealthRequest: Equatable, Sendable {
  /// The Keiro to ask.
  let place: Place
  /// Whether it also has to be ready for visitors.
  let wantsReadiness: Bool

  enum Place: Equatable, Sendable {
    /// The management listeners of the configuration at a path.
    case configuration(String)
    /// The URL of a management listener, without a trailing slash.
    case server(String)
  }
}

extension CommandTable {
  static let health = CommandSpecification(
    name: "health", summary: "ask whether the service is alive, as a container does",
    details: [
      "Asks the management listeners of the configuration, or the one of --server, and needs no token.",
      "Exits with 0 when Keiro answers (with --ready: when it is ready for visitors), else with 1.",
    ],
    options: [.config, .server, .ready]
  ) { arguments throws(UsageError) in
    .health(
      HealthRequest(
        place: try arguments.healthPlace(), wantsReadiness: arguments.has(.ready)))
  }
}

extension OptionSpecification {
  static let ready = OptionSpecification(
    name: "--ready", summary: "ask whether it is ready for visitors")
}

extension ParsedArguments {
  fileprivate func healthPlace() throws(UsageError) -> HealthRequest.Place {
    if value(.server) != nil, value(.config) != nil {
      throw error(.contradiction(OptionSpecification.config.name, OptionSpecification.server.name))
    }
    guard let text = server else { return .configuration(configuration) }
    guard let url = WebURL(text), URLScheme.isWeb(url.scheme), url.userInfo == nil,
      url.query == nil, url.fragment == nil
    else { throw error(.invalidValue(.server, value: text)) }
    return .server(String(text.reversed().drop { $0 == "/" }.reversed()))
  }
}
