import HTTPCore
import HTTPServer
import JSONSyntax
import Service
import WebSyntax

extension ConfigurationTable<ServerSettings> {
  static var server: Self {
    Self(
      ServerSettings(),
      .init("tls", \.tls, .object(.tls)),
      .init("listen", \.listen, .list(.listener, atLeastOne: "address")),
      .init("management", \.management, .list(.listener)),
      .init("deferAccept", \.defersAccept, .flag),
      .init("workers", \.workers, .int(0...256)),
      .init("trustedProxies", \.trustedProxies, .set(.proxy)),
      .init("trustForwardedHost", \.trustForwardedHost, .flag),
      .init("managementHosts", \.managementHosts, .list(.plainHost(example: "keiro.internal"))),
      .init("managementNetworks", \.managementNetworks, .set(.network)),
      .init("compatible", \.compatible, .set(.choice(isNot: CompatibleService.expectation))),
      .init("compatibleOrigins", \.compatibleOrigins, .set(.callingOrigin)),
      .init("proxyProtocol", \.proxyProtocol, .set(.proxy)),
      .init("accessLog", \.accessLog, .accessLog),
      .init("log", \.log, .object(.log)),
      .init("geoDatabase", \.geoDatabase, .path),
      .init("drainTimeout", \.drainTimeout, .int(0...3600)),
      .init("limits", \.limits, .object(.limits)),
      .init("linkMemory", \.linkMemory, .int(65_536...68_719_476_736))
    ) { object, settings, state in
      reportTwins(state.listeners, hasTLS: object.optional("tls") != nil)
      let isSecure = settings.management.contains { ListenAddress($0).isSecure }
      if settings.tls?.clientAuthorities != nil, !isSecure {
        object.optional("tls")?.report(
          "'clientCA' protects nothing: expected an address of 'management' with tls:")
      }
    }
  }

  /// Reports listeners without a certificate, and those at the address of another. Port 0 is a different
  /// port each time.
  private static func reportTwins(
    _ listeners: [(address: String, field: JSONField)], hasTLS: Bool
  ) {
    var paths: [String: String] = [:]
    for (text, field) in listeners {
      let listener = ListenAddress(text)
      if listener.isSecure, !hasTLS {
        field.report("'\(text)' has no certificate: expected 'server.tls'")
      }
      if listener.port != 0 { _ = field.claim(listener.address, in: &paths) }
    }
  }
}

extension ValueKind<String> {
  fileprivate static var listener: Self {
    let pattern =
      #"^(unix:.+|(tls:)?([0-9.]+|\[[0-9A-Fa-f:.]+\]):[0-9]+)$"#
    let forms = "127.0.0.1:8080, [::1]:8080, tls:[::]:443, or unix: and a path."
    return Self(
      [.init("description", .string(forms))] + .string(pattern), written: JSONOutput.string
    ) { field, state in
      func resolve(_ address: String) -> String {
        let path = address.dropFirst(5)
        guard address.hasPrefix("unix:"), !path.isEmpty else { return address }
        return "unix:" + state.folder.resolve(String(path))
      }
      guard let text = field.text({ listenAddressProblem(resolve($0)) }).map(resolve) else {
        return nil
      }
      state.listeners.append((text, field))
      return text
    }
  }

  /// An origin of pages; clients on the machine of their user have no certificate.
  fileprivate static var callingOrigin: Self {
    .parsed(
      "^(\\*|[Hh][Tt][Tt][Pp][Ss]?://[^/@?#]+/?)$",
      isNot: "an origin: expected one such as https://app.shlink.io, or *"
    ) { text in
      text == "*" ? text : webOrigin(text, schemes: ["https", "http"])
    }
  }

  private static let networks = "[0-9A-Fa-f:.]+(/[0-9]+)?"

  static var network: Self { .text("^(\(networks))$", problem: { networkProblem($0) }) }

  fileprivate static var proxy: Self {
    .text(
      "^(unix:|\(networks))$",
      problem: { text in
        text == "unix:" ? nil : networkProblem(text, orElse: ", or unix:")
      })
  }
}

extension ValueKind<AccessLogTarget> {
  fileprivate static var accessLog: Self {
    var schema: [JSONOutput.Member] {
      .json(#"{"type": ["string", "null"], "minLength": 1}"#)
    }
    return Self(schema, written: { $0 == .standardOutput ? .string("-") : nil }) { field, state in
      if field.isNull { return .nowhere }
      guard field.node.string != nil else {
        field.report("found \(field.node.value.kindName): expected a path, \"-\" or null")
        return nil
      }
      return field.text().map { $0 == "-" ? .standardOutput : .file(state.folder.resolve($0)) }
    }
  }
}

extension ConfigurationTable<LogPrivacy> {
  fileprivate static var log: Self {
    Self(
      LogPrivacy(),
      .init(
        "addresses", \.addresses,
        .choice(isNot: "a way to log addresses: expected full, network or none")),
      .init("queries", \.queries, .flag),
      .init("userAgents", \.userAgents, .flag))
  }
}

extension ConfigurationTable<HTTPServerLimits> {
  fileprivate static var limits: Self {
    Self(
      HTTPServerLimits(),
      .init("connections", \.connections, .int(1...1_000_000)),
      .init("connectionsPerAddress", \.connectionsPerAddress, .int(0...1_000_000)),
      .init("headerTimeout", \.headerTimeout, .int(1...3600)),
      .init("bodyTimeout", \.bodyTimeout, .int(1...3600)),
      .init("writeTimeout", \.writeTimeout, .int(1...3600)),
      .init("idleTimeout", \.idleTimeout, .int(1...86_400)),
      .init("headerBytes", \.requests.headerBytes, .int(256...1_048_576)),
      .init("headerFields", \.requests.headerFields, .int(1...10_000)),
      .init("targetBytes", \.requests.targetBytes, .int(16...1_048_576)),
      .init("bodyBytes", \.requests.bodyBytes, .int(0...1_073_741_824)))
  }
}

extension ConfigurationTable<TLSSettings> {
  fileprivate static var tls: Self {
    Self(
      TLSSettings(),
      .init(
        "certificates", \.certificates, .list(.object(.certificate), atLeastOne: "certificate")),
      .init("minimum", \.minimum, .choice(isNot: "a version of TLS: expected \"1.2\" or \"1.3\"")),
      .init("clientCA", \.clientAuthorities, .path),
      .init("redirectPlain", \.redirectsPlain, .flag),
      .init("hsts", \.strictTransport, .object(.strictTransport)),
      .init("acme", \.acme, .object(.acme)),
      rules: #"{"anyOf": [{"required": ["certificates"]}, {"required": ["acme"]}]}"#
    ) { object, _, _ in
      if object.optional("certificates") == nil, object.optional("acme") == nil {
        object.field.report("there is no certificate: expected 'certificates' or 'acme'")
      }
    }
  }
}

extension ConfigurationTable<CertificateFiles> {
  fileprivate static var certificate: Self {
    Self(
      CertificateFiles(chain: "", key: ""),
      .init("chain", \.chain, .path, isRequired: true),
      .init("key", \.key, .path, isRequired: true))
  }
}

extension ConfigurationTable<StrictTransportSettings> {
  fileprivate static var strictTransport: Self {
    // The minimum for the browsers' preload list (hstspreload.org).
    let year = 31_536_000
    return Self(
      StrictTransportSettings(maxAge: year),
      .init("maxAge", \.maxAge, .int(0...1_000_000_000), isRequired: true),
      .init("includeSubDomains", \.includeSubDomains, .flag),
      .init("preload", \.preload, .flag),
      rules: """
        {"if": {"properties": {"preload": {"const": true}}, "required": ["preload"]},
          "then": {"properties": {"maxAge": {"minimum": \(year)}, "includeSubDomains": {"const": true}},
            "required": ["includeSubDomains"]}}
        """
    ) { object, settings, _ in
      if settings.preload, settings.maxAge < year || !settings.includeSubDomains {
        object.field.report(
          "'preload' is for whole domains: expected 'includeSubDomains' and a 'maxAge' of at least "
            + "\(year)")
      }
    }
  }
}

extension ConfigurationTable<ACMESettings> {
  /// Each host is an order, of which authorities accept so many at a time.
  private static let hostLimit = 100

  fileprivate static var acme: Self {
    let hosts = ValueKind.set(.plainHost(), atLeastOne: "host").converted { hosts, field, _ in
      if let count = field.node.array?.count, count > hostLimit {
        field.report("the array has \(count) hosts: expected at most \(hostLimit)")
      }
      return hosts
    }
    let directory = "an authority: expected one such as \(ACMESettings.publicDirectory)"
    return Self(
      ACMESettings(hosts: [], storage: "acme"),
      .init("hosts", \.hosts, hosts, isRequired: true),
      .init(
        "directory", \.directory,
        .url("^[Hh][Tt][Tt][Pp][Ss]://[^#]+$", isNot: "the directory of " + directory) {
          $0.scheme == "https" && $0.userInfo == nil && $0.fragment == nil
        }),
      .init(
        "email", \.email,
        .text(
          "^[!-?A-~]+@[!-?A-~]+$",
          isNot: "an e-mail address: expected one such as admin@example.com"
        ) { text in
          let parts = text.split(separator: "@", omittingEmptySubsequences: false)
          return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        }),
      .init("storage", \.storage, .path)
    ) { _, settings, state in settings.storage = state.folder.resolve(settings.storage) }
  }
}
