public import LaunchRouting

/// Finds the screen of a URL asynchronously.
public typealias AsyncDeepLinkResolver = @Sendable (_ url: String) async -> DeepLinkAnswer

extension LaunchRules {
  /// Returns the destination of a launch, with an asynchronous resolver.
  ///
  /// - Parameters:
  ///   - launch: the launch to decide.
  ///   - event: the result of `track(_:)`.
  ///   - session: the state of the user.
  ///   - resolve: finds the screen of a URL; called once for each URL that the launch may mean.
  public func decide(
    _ launch: Launch, event: LaunchEvent?, session: LaunchSession, resolve: AsyncDeepLinkResolver
  ) async -> LaunchDecision {
    var answers: [String: DeepLinkAnswer] = [:]
    // The decision is pure: it is repeated with each answer until it needs no new one.
    while true {
      var missing: String?
      let decision = decide(launch, event: event, session: session) { url in
        if let answer = answers[url] { return answer }
        missing = missing ?? url
        return .nowhere(because: "'\(url)' is not resolved yet")
      }
      guard let url = missing else { return decision }
      answers[url] = await resolve(url)
    }
  }
}

/// Handles launches one after the other, in the order of their arrival: at a cold start several may
/// arrive while the first is still being resolved, and the last one must win.
public actor LaunchSequence {
  private let rules: LaunchRules
  private let resolve: AsyncDeepLinkResolver
  private var last: Task<LaunchDecision, Never>?

  /// - Parameters:
  ///   - rules: the launch rules of the app.
  ///   - resolve: finds the screen of a URL.
  public init(_ rules: LaunchRules, resolve: @escaping AsyncDeepLinkResolver) {
    self.rules = rules
    self.resolve = resolve
  }

  /// Creates a sequence that asks a Keiro. A URL that it cannot resolve leads nowhere, so the app
  /// keeps its current screen.
  public init(_ rules: LaunchRules, client: KeiroClient) {
    self.init(rules) { url in
      do {
        return try await client.resolve(url).answer
      } catch {
        return .nowhere(because: "'\(url)' could not be resolved: \(error)")
      }
    }
  }

  /// Returns the destination of a launch once all earlier launches have been decided.
  public func start(_ launch: Launch, session: LaunchSession) async -> LaunchDecision {
    let (rules, resolve, before) = (rules, resolve, last)
    let task = Task {
      _ = await before?.value
      let event = rules.track(launch).event
      return await rules.decide(launch, event: event, session: session, resolve: resolve)
    }
    last = task
    return await task.value
  }
}
