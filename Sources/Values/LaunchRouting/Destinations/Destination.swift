package import JSONSyntax

/// The destination of a launch inside the app.
public enum Destination: Hashable, Sendable {
  /// A screen that can be shown at once.
  case screen(Screen)
  /// The login screen, and the screen to show after login.
  case login(Screen, then: Screen)
}

/// A screen of an app with its parameters.
public struct Screen: Hashable, Sendable {
  /// The screen name used in routes and rules.
  public var name: String
  /// The parameters, in order of occurrence.
  public var parameters: [Parameter]

  /// A named value.
  public struct Parameter: Hashable, Sendable {
    /// The name in the braces of a route, `id`, or `query`.
    public var name: String
    /// The value with percent-escapes decoded.
    public var value: String

    /// Creates a parameter from its name and value.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Creates a screen with its parameters.
  public init(_ name: String, _ parameters: [Parameter] = []) {
    self.name = name
    self.parameters = parameters
  }
}

/// The result of resolving a URL with the app's routes.
public enum DeepLinkAnswer: Hashable, Sendable {
  /// A route leads to this screen.
  case screen(Screen)
  /// No route matches; the reason is a sentence without a capital or full stop.
  case nowhere(because: String)
}

/// Finds the screen for a URL. It is called with http and https URLs, and with a path and query
/// (`/article/42?page=2`) for custom schemes without a host.
public typealias DeepLinkResolver = (_ url: String) -> DeepLinkAnswer

extension Screen: CustomStringConvertible {
  /// The screen in readable form, such as `article(id: 42)`.
  public var description: String {
    guard !parameters.isEmpty else { return name }
    return "\(name)(\(parameters.map { "\($0.name): \($0.value)" }.joined(separator: ", ")))"
  }

  fileprivate var output: JSONOutput {
    [
      "screen": .string(name),
      "parameters": .object(parameters.map { .init($0.name, .string($0.value)) }),
    ]
  }
}

extension Destination: CustomStringConvertible {
  /// The destination in readable form, such as `login, then compose`.
  public var description: String {
    switch self {
    case .screen(let screen): screen.description
    case .login(let login, let screen): "\(login), then \(screen)"
    }
  }

  package var output: JSONOutput {
    switch self {
    case .screen(let screen): screen.output
    case .login(let login, let screen): login.output + ["then": screen.output]
    }
  }
}
