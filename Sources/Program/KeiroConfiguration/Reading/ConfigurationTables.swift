import JSONSyntax
import LinkStorage
import Links
import Outgoing
import Probing
import Service
import SiteModel
import WebSyntax

extension ConfigurationTable<Configuration> {
  static var root: Self {
    Self(
      Configuration(),
      .init("$schema", ValueKind<String>.anyString) { _, _, _ in },
      .init("server", \.server, .object(.server)),
      .init("store", \.store, .store),
      .init("history", \.history, .object(.history)),
      .init("health", \.health, .object(.health)),
      .init("audit", \.audit, .object(.audit)),
      .init("statistics", \.statistics, .object(.statistics)),
      .init("outgoing", \.outgoing, .object(.outgoing)),
      .init("dashboard", \.dashboard, .object(.dashboard)),
      .init("doctor", \.doctor, .object(.doctor)),
      .init("apps", \.service.apps, .apps),
      .init("sites", \.service.sites, .sites)
    ) { object, configuration, state in
      if object.optional("store") == nil {
        configuration.store = .sqlite(state.folder.resolve(StoreKeys.file))
      }
      configuration.service.knowsCountries = configuration.server.geoDatabase != nil
      configuration.service.origins = configuration.server.origins
      let answersShlink = configuration.server.compatible.contains(.shlink)
      for site in configuration.service.sites.indices {
        configuration.service.sites[site].shortLinks?.answersShlink = answersShlink
      }
    }
  }
}

struct StoreKeys {
  /// The database file if none is named.
  static let file = "keiro.db"

  fileprivate var sqlite: String?
  fileprivate var isInMemory = false
  fileprivate var postgres = PostgresSettings()
}

extension ValueKind<StoreSettings> {
  fileprivate static var store: Self {
    ValueKind<StoreKeys>.object(.store).converted { keys, _, state in
      if keys.isInMemory { return .memory }
      var postgres = keys.postgres
      guard !postgres.connection.isEmpty else {
        return .sqlite(keys.sqlite ?? state.folder.resolve(StoreKeys.file))
      }
      postgres.copy = state.folder.resolve(postgres.copy)
      return .postgres(postgres)
    }
  }
}

extension ConfigurationTable<StoreKeys> {
  fileprivate static var store: Self {
    let memory = ValueKind<Bool>([.init("const", .bool(true))]) { field, _ in
      guard field.bool() == false else { return true }
      field.report("'memory' can only be true: expected true, or 'sqlite' instead")
      return nil
    }
    let connection = ValueKind.secret { $0.contains("password") || $0.namesPassword }
    let node = "no name of a node: expected up to 50 letters, digits and signs"
    return Self(
      StoreKeys(),
      .init("sqlite", \.sqlite, .path, default: .string(StoreKeys.file)),
      .init("memory", memory) { value, keys, _ in keys.isInMemory = value },
      .init("postgres", \.postgres.connection, connection),
      .init("feed", \.postgres.feed, connection),
      .init("copy", \.postgres.copy, .path),
      .init(
        "node", .text("^[!-~]{1,50}$", problem: { isNode($0) ? nil : "'\($0)' is \(node)" })
      ) { node, keys, _ in keys.postgres.node = node },
      .init("migrate", \.postgres.migrates, .flag),
      .init(
        "limitedLinks", \.postgres.servesLimitedLinks,
        .words([("refuse", false), ("serve", true)]) {
          "'\($0)' is unknown: expected 'refuse' or 'serve'"
        }),
      rules: """
        {"anyOf": [
          {"required": ["sqlite"], "maxProperties": 1}, {"required": ["memory"], "maxProperties": 1},
          {"required": ["postgres"],
            "not": {"anyOf": [{"required": ["sqlite"]}, {"required": ["memory"]}]}}]}
        """
    ) { object, _, _ in
      switch ["sqlite", "memory", "postgres"].compactMap(object.optional).count {
      case 0: object.field.report("no store is named: expected 'sqlite', 'postgres' or 'memory'")
      case 1: break
      default: object.field.report("more than one store is named: expected one")
      }
      guard object.optional("postgres") == nil else { return }
      for key in ["feed", "copy", "node", "migrate", "limitedLinks"] {
        object.optional(key)?.report(
          "the key has no effect without 'postgres': expected it as well")
      }
    }
  }

  private static func isNode(_ text: String) -> Bool {
    text.utf8.count <= 50 && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}

extension ConfigurationTable<HistoryRetention> {
  fileprivate static var history: Self {
    Self(
      HistoryRetention(),
      .init("versions", \.versions, .int(1...500)),
      .init("days", \.days, .int(1...36_500)))
  }
}

extension ConfigurationTable<AuditSettings> {
  fileprivate static var audit: Self {
    Self(AuditSettings(), .init("days", \.days, .int(1...36_500)))
  }
}

extension ConfigurationTable<StatisticsRetention> {
  fileprivate static var statistics: Self {
    Self(
      StatisticsRetention(),
      .init("hours", \.hours, .int(1...3660)),
      .init("days", \.days, .int(1...36_600))
    ) { object, retention, _ in
      guard retention.days < retention.hours else { return }
      (object.optional("days") ?? object.field).report(
        "\(retention.days) days are fewer than the \(retention.hours) of which hours are kept: "
          + "expected at least as many")
    }
  }
}

extension ConfigurationTable<LookPace> {
  fileprivate static var health: Self {
    Self(
      LookPace(),
      .init(
        "every", \.every,
        .parsed(
          "^[1-9][0-9]{0,4}[mhd]$", isNot: "a time: expected a number and m, h or d, such as 7d",
          seconds), default: .string("7d")),
      .init("perHost", \.perHost, .int(1...100)),
      .init("perSecond", \.perSecond, .int(1...100)))
  }

  private static func seconds(_ text: String) -> Int? {
    let units = ["m": 60, "h": 3600, "d": 86_400]
    guard let unit = text.last.flatMap({ units[String($0)] }), !text.hasPrefix("0"),
      let count = DecimalDigits.number(text.utf8.dropLast()), count < 100_000
    else { return nil }
    return count * unit
  }
}

extension ConfigurationTable<OutgoingRules> {
  fileprivate static var outgoing: Self {
    let networks = ValueKind.set(.network).converted { networks, _, _ in
      networks.compactMap { try? IPNetwork(parsing: $0) }
    }
    return Self(
      OutgoingRules(),
      .init("allowNetworks", \.allowNetworks, networks, default: .array([])),
      .init("allowPlainHTTP", \.allowPlainHTTP, .flag),
      .init(
        "proxy", \.proxy,
        .url(
          "^[Hh][Tt][Tt][Pp][Ss]?://[^/?#]+$",
          isNot: "the address of a proxy: expected one such as http://proxy.internal:3128"
        ) { $0.path.isEmpty && $0.query == nil && $0.fragment == nil }
        .converted { proxy, field, state in
          if proxy.namesPassword { state.noteSecret(at: field) }
          return proxy
        }.orNull),
      .init("authorities", \.authorities, .path.orNull))
  }
}

extension ConfigurationTable<DashboardSettings> {
  fileprivate static var dashboard: Self {
    Self(
      DashboardSettings(),
      .init(
        "origin", \.origin,
        .parsed(
          "^[Hh][Tt][Tt][Pp][Ss]?://[^/@?#]+/?$",
          isNot: "an origin: expected one such as https://keiro.example.com", origin
        ).orNull),
      .init("oidc", \.providers, .list(.object(.provider)))
    ) { object, settings, _ in
      var names: Set<String> = []
      for provider in settings.providers where !names.insert(provider.name).inserted {
        object.optional("oidc")?.report("the name '\(provider.name)' is given twice")
      }
      if !settings.providers.isEmpty, object.optional("origin") == nil {
        object.field.reportMissing("origin", Sentence(english: "providers lead back to it"))
      }
    }
  }

  /// An origin that browsers treat as secure: with https, or on this machine.
  private static func origin(_ text: String) -> String? {
    guard let origin = ValueKind<String>.webOrigin(text, schemes: ["https", "http"]) else {
      return nil
    }
    let host = WebURL(origin)?.host ?? ""
    let isSecure = origin.hasPrefix("https:") || host == "localhost" || host.hasSuffix(".localhost")
    return isSecure ? origin : nil
  }
}

extension ConfigurationTable<DashboardSettings.Provider> {
  fileprivate static var provider: Self {
    let roles = PersonRole.allCases.map(\.rawValue).joined(separator: ", ")
    return Self(
      DashboardSettings.Provider(),
      .init("name", \.name, .text, isRequired: true),
      .init(
        "issuer", \.issuer,
        .url(
          "^[Hh][Tt][Tt][Pp][Ss]?://[^?#]+$",
          isNot: "an issuer: expected a URL such as https://login.example.com"
        ) { $0.query == nil && $0.fragment == nil && $0.userInfo == nil }, isRequired: true),
      .init("clientID", \.clientID, .text, isRequired: true),
      .init("clientSecret", \.clientSecret, .secret, isRequired: true),
      .init("roleClaim", \.roleClaim, .text, isRequired: true),
      .init(
        "roles", \.roles,
        .dictionary(.choice(isNot: "a role: expected one of \(roles)")), isRequired: true))
  }
}

extension ConfigurationTable<ProbeSettings> {
  fileprivate static var doctor: Self {
    Self(
      ProbeSettings(),
      .init("every", \.every, .int(1...31_536_000).orNull),
      .init("private", \.isPrivate, .flag),
      .init("timeout", \.timeout, .int(1...60)),
      .init(
        "resolve", \.resolved,
        .list(
          .parsed(
            #"^[^:]+:[0-9]+:[0-9A-Fa-f:.,\[\]]+$"#,
            isNot: "an endpoint: expected one such as www.example.com:443:192.0.2.1"
          ) { HostEndpoints($0) })),
      .init("appleCDN", \.appleCDN, .webAddress.orNull),
      .init("googleAPI", \.googleAPI, .webAddress.orNull))
  }
}

extension ValueKind<String> {
  fileprivate static var webAddress: Self {
    .url(
      "^[Hh][Tt][Tt][Pp][Ss]?://",
      isNot: "an address of the web: expected one such as https://www.example.com"
    ) { $0.userInfo == nil }
  }
}
