import AssociationValidation
import JSONSyntax
import KeiroConfiguration
import LinkStorage
import Links
import SiteModel
import System

extension CommandTable {
  static let check = CommandSpecification(
    "check", "check the configuration and what it would serve",
    details: [
      "An error is what would keep 'serve' from starting, too, such as a store that this user",
      "may not write or a port that this user may not open; a port in use is none. Nothing is",
      "made or changed. The sites' association files are checked as 'validate' does. Exits with",
      "0 if nothing is worse than a warning, else with 1.",
    ],
    options: [.config, .reportFormat, .json],
    examples: [
      "check --config keiro.json", "check --format github  # annotations for a pull request",
    ]
  ) { arguments throws(UsageError) in
    CheckCommand(
      file: arguments.configuration, format: try arguments.reportFormat(), now: arguments.now
    ).run
  }
}

private struct CheckCommand {
  let file: String
  let format: ReportFormat
  let now: Timestamp

  func run(_ console: Console) throws(CommandFailure) -> ExitCode {
    let loaded = try rethrown(ConfigurationLoader.examine(path: file)) {
      CommandFailure($0, file: file)
    }
    let problems = ConfigurationLoader.inFileOrder(problems(of: loaded))
    let isGood = !problems.contains { $0.severity == .error }
    switch format {
    case .json: console.print(document(problems))
    case .sarif, .github:
      console.print(problems.map { Diagnostic(file: file, finding: Finding($0)) }, as: format)
    case .text:
      problems.forEach { console.note($0.line(file: file)) }
      if isGood { console.print("\(file): good: \(loaded.configuration.summary)") }
    }
    return isGood ? .done : .negative
  }

  /// The problems of the file, and those between it and this machine.
  private func problems(of loaded: LoadedConfiguration) -> [ConfigurationProblem] {
    let (snapshot, problems) = ConfigurationReview.problems(of: loaded, now: now)
    let lost = snapshot.map { LostOpenings.problems(of: loaded, $0) } ?? []
    let tokens = snapshot.map { AppTokens.problems(of: loaded, $0, now: now) } ?? []
    return problems
      + loaded.besideFaults(lost + tokens + StartObstacles.problems(of: loaded, now: now))
  }

  private func document(_ problems: [ConfigurationProblem]) -> JSONOutput {
    ["file": .string(file), "problems": .array(problems.map(\.output))]
  }
}

extension ConfigurationProblem {
  /// The output of `keiro check --json`; line and column are null for a problem without a position.
  fileprivate var output: JSONOutput {
    [
      "severity": .string(severity.rawValue), "path": .string(path),
      "line": .optional(position?.line), "column": .optional(position?.column),
      "message": .string(message),
    ]
  }
}

extension Configuration {
  /// The number of parts of each kind, such as `1 site, 2 apps, 5 routes, 1 short link`.
  fileprivate var summary: String {
    let routes = service.sites.reduce(0) { $0 + $1.routes.count }
    let links = service.sites.reduce(0) { $0 + ($1.shortLinks?.links.count ?? 0) }
    let counts = [
      (service.sites.count, "site"), (service.apps.count, "app"), (routes, "route"),
      (links, "short link"),
    ]
    return counts.map { $0.counted($1) }.joined(separator: ", ")
  }
}

/// Links in the store that open an app today and would no longer do so under a new configuration.
enum LostOpenings {
  private static let limit = 20
  private static let partSize = 500

  /// Warnings for `keiro check` if destinations are checked. Empty if the store does not open,
  /// which is reported elsewhere.
  static func problems(
    of loaded: LoadedConfiguration, _ snapshot: ServiceSnapshot
  ) -> [ConfigurationProblem] {
    let settings = loaded.configuration.store
    guard loaded.configuration.health != nil, settings != .memory,
      let store = try? settings.open(for: .looking)
    else { return [] }
    defer { store.close() }
    guard let (named, count) = try? lost(in: store, snapshot), count > 0 else { return [] }
    var problems = named.map { link in
      let site = snapshot.site(host: link.host).map { "sites[\($0)]" } ?? "sites"
      return ConfigurationProblem(
        .warning, path: site,
        message: "'\(link.url)' opens no app any more, but \(snapshot.shortURL(link.key)) leads "
          + "there: expected a route for it, or another destination")
    }
    if count > named.count {
      problems.append(
        ConfigurationProblem(
          .warning, path: "sites",
          message: "\(count - named.count) more links lead where no app opens any more"))
    }
    return problems
  }

  private static func lost(
    in store: any HealthKeeping, _ snapshot: ServiceSnapshot
  ) throws(LinkStoreError) -> (named: [ShortLink], count: Int) {
    var named: [ShortLink] = []
    var count = 0
    var last = 0
    while true {
      let part = try store.linksOpeningApps(afterID: last, limit: partSize)
      guard let end = part.last else { return (named, count) }
      for one in part where !snapshot.opensApp(at: one.link.link.url) {
        count += 1
        if named.count < limit { named.append(one.link.link) }
      }
      last = end.link.id
    }
  }
}

/// What would keep `keiro serve` from starting with a valid configuration.
///
/// It is found without connecting to anything and without changing anything: each part of the service
/// says what stands in its way, in the words with which it refuses to start.
enum StartObstacles {
  static func problems(
    of loaded: LoadedConfiguration, now: Timestamp
  ) -> [ConfigurationProblem] {
    let configuration = loaded.configuration
    let (server, store) = (configuration.server, configuration.store)
    let (identities, certificates) = server.tls?.examined() ?? ([], [])
    let obstacles =
      ServiceListeners.obstacles(server)
      + [AccessLog.obstacle(to: server.accessLog), CountryWatch.obstacle(at: server.geoDatabase)]
      .compactMap(\.self) + certificates + store.obstacles
      + TrustedAuthorities.obstacles(configuration.outgoing, configuration.service.apps)
    return obstacles.map { ConfigurationProblem(path: $0.path ?? "", message: $0.message) }
      + CertificateReview(identities, of: configuration, now: now).problems
      + [otherUser(store)].compactMap(\.self)
  }

  /// Says that the administrator's permissions are not those of the user who serves.
  private static func otherUser(_ store: StoreSettings) -> ConfigurationProblem? {
    guard let (path, key) = store.file else { return nil }
    let place = fileExists(path) ? path : FileObstacle.folder(of: path)
    guard Process.user == 0, let owner = FileObstacle.foreignOwner(of: place) else { return nil }
    return ConfigurationProblem(
      .warning, path: key,
      message: "checked as root, who may do everything, while '\(place)' belongs to '\(owner)': "
        + "'sudo -u \(owner) keiro check' says what that user may do")
  }
}

/// Tokens that apps carry and whose calls a configuration would refuse.
enum AppTokens {
  /// Warnings for `keiro check`. Empty if the store does not open, which is reported elsewhere.
  static func problems(
    of loaded: LoadedConfiguration, _ snapshot: ServiceSnapshot, now: Timestamp
  ) -> [ConfigurationProblem] {
    // A node's copy is looked at, since nothing connects to a database here.
    guard let file = loaded.configuration.store.file?.path,
      let store = try? StoreSettings.sqlite(file).open(for: .looking)
    else { return [] }
    defer { store.close() }
    let tokens = (try? store.tokens()) ?? []
    return tokens.compactMap { token in
      guard token.making != nil, token.revokedAt == nil, !token.hasExpired(at: now),
        let host = token.reach.soleHost
      else { return nil }
      let site = snapshot.siteTable.site(of: host)
      guard site?.destinationHosts == nil else { return nil }
      let fault =
        site == nil
        ? "no site has short links there: expected one"
        : "'destinationHosts' is not set: expected the hosts that they may lead to"
      return ConfigurationProblem(
        .warning, path: snapshot.site(host: host).map { "sites[\($0)]" } ?? "sites",
        message:
          "apps with the token '\(token.name ?? token.id)' can make no links on '\(host)', since "
          + "\(fault), or 'keiro tokens revoke \(token.id)'")
    }
  }
}
