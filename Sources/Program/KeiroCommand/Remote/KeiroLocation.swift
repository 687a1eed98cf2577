import WebSyntax

/// The Keiro that a command works with.
enum KeiroLocation: Equatable, Sendable {
  /// The store of the configuration at a path.
  case configuration(String)
  case server(ServerAddress)
}

/// The address of a running Keiro, and the token to use there.
struct ServerAddress: Equatable, Sendable {
  /// The URL of its management listener, without a trailing slash.
  let url: String
  let token: Token

  enum Token: Equatable, Sendable {
    /// The path of a file that contains the token; `-` is standard input.
    case file(String)
    case text(String)
  }
}

extension OptionSpecification {
  static let server = Self(
    "--server", .text("URL"),
    "use the Keiro with this management listener; default $KEIRO_SERVER")
  static let tokenFile = Self(
    "--token-file", .file("FILE|-"),
    "a file with the token for --server; default $KEIRO_TOKEN")
  static let insecure = Self("--insecure", "with --server: allow http beyond this machine")

  /// The options that choose between a local store and a server.
  static let locations: [OptionSpecification] = [.config, .server, .tokenFile, .insecure]
}

extension ParsedArguments {
  /// The Keiro to work with; options take precedence over the environment.
  func location() throws(UsageError) -> KeiroLocation {
    if value(.server) != nil, value(.config) != nil {
      throw error(.contradiction(OptionSpecification.config.name, OptionSpecification.server.name))
    }
    guard let text = server else {
      for option in [OptionSpecification.tokenFile, .insecure]
      where value(option) != nil || has(option) {
        throw error(.needs(option.name, OptionSpecification.server.name))
      }
      return .configuration(configuration)
    }
    guard let url = serverURL(text) else {
      throw error(.notServer(text))
    }
    if let file = value(.tokenFile) { return .server(ServerAddress(url: url, token: .file(file))) }
    guard let token = setting("KEIRO_TOKEN") else { throw error(.noToken) }
    return .server(ServerAddress(url: url, token: .text(token)))
  }

  /// The server that an option names, or else the environment where no option names a configuration.
  var server: String? {
    value(.server) ?? (value(.config) == nil ? setting("KEIRO_SERVER") : nil)
  }

  private func setting(_ name: String) -> String? {
    environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Nil if the text is not an address, or if the token would cross a network unencrypted.
  private func serverURL(_ text: String) -> String? {
    guard let url = WebURL(text),
      url.scheme == "https" || has(.insecure) || HostOrigins.isLoopback(url.host)
    else { return nil }
    return Self.listenerURL(text)
  }

  /// The text of a URL that may be that of a listener, without slashes at its end; nil for others.
  static func listenerURL(_ text: String) -> String? {
    guard let url = WebURL(text), URLScheme.isWeb(url.scheme), url.userInfo == nil,
      url.query == nil, url.fragment == nil
    else { return nil }
    return String(text.reversed().drop { $0 == "/" }.reversed())
  }
}
