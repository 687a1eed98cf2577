package import JSONSyntax

/// Where a launch leads inside the app.
public enum Destination: Hashable, Sendable {
  /// A screen that may be shown at once.
  case screen(Screen)
  /// The login screen, and what is shown once the user has logged in.
  case login(Screen, then: Screen)
}

/// A screen of an app and what it shows.
public struct Screen: Hashable, Sendable {
  /// As routes and rules name it.
  public var name: String
  /// In the order in which they were found.
  public var parameters: [Parameter]

  /// A named value.
  public struct Parameter: Hashable, Sendable {
    /// As the braces of a route have it, or `id`, or `query`.
    public var name: String
    /// With its percent-escapes resolved.
    public var value: String

    /// A name and its value.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A screen with its parameters.
  public init(_ name: String, _ parameters: [Parameter] = []) {
    self.name = name
    self.parameters = parameters
  }
}

/// What the owner of the routes says about a URL.
public enum DeepLinkAnswer: Hashable, Sendable {
  /// A route leads to this screen.
  case screen(Screen)
  /// Nothing does: one sentence without capital and full stop.
  case nowhere(because: String)
}

/// Finds the screen of a URL. It is asked for http and https URLs, and for a path with its query
/// (`/article/42?page=2`) where a custom scheme names no host.
public typealias DeepLinkResolver = (_ url: String) -> DeepLinkAnswer

extension Screen: CustomStringConvertible {
  /// The screen as people write it, as in `article(id: 42)`.
  public var description: String {
    guard !parameters.isEmpty else { return name }
    return "\(name)(\(parameters.map { "\($0.name): \($0.value)" }.joined(separator: ", ")))"
  }

  fileprivate var members: [JSONOutput.Member] {
    [
      .init("screen", .string(name)),
      .init("parameters", .object(parameters.map { .init($0.name, .string($0.value)) })),
    ]
  }
}

extension Destination: CustomStringConvertible {
  /// The destination as people write it, as in `login, then compose`.
  public var description: String {
    switch self {
    case .screen(let screen): screen.description
    case .login(let login, let screen): "\(login), then \(screen)"
    }
  }

  /// As answers show it.
  package var output: JSONOutput {
    switch self {
    case .screen(let screen): .object(screen.members)
    case .login(let login, let screen):
      .object(login.members + [.init("then", .object(screen.members))])
    }
  }
}
