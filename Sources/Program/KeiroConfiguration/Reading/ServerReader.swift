import HTTPCore
import HTTPServer
import JSONSyntax
import LinkStorage
import Links
import Service

/// Reads the section `server`; missing members keep their defaults.
struct ServerReader {
  let folder: ConfigurationFolder

  func read(_ field: JSONField?) -> ServerSettings {
    field?.object { object in
      var settings = ServerSettings()
      readListeners(object, into: &settings)
      object.set(&settings.defersAccept, "deferAccept") { $0.bool() }
      object.set(&settings.workers, "workers") { $0.int(in: 0...256) }
      object.set(&settings.trustedProxies, "trustedProxies") { field in
        field.distinct { $0.text(trustedProxyProblem) }
      }
      object.set(&settings.trustForwardedHost, "trustForwardedHost") { $0.bool() }
      object.set(&settings.managementHosts, "managementHosts") { field in
        field.elements()?.compactMap { plainHost($0, example: "keiro.internal") }
      }
      object.set(&settings.managementNetworks, "managementNetworks") { field in
        field.distinct { $0.text(networkProblem) }
      }
      object.set(&settings.compatible, "compatible") { field in
        field.distinct { name in
          name.value({ CompatibleService(rawValue: $0) }, isNot: CompatibleService.expectation)
        }
      }
      object.set(&settings.proxyProtocol, "proxyProtocol") { field in
        field.distinct { $0.text(trustedProxyProblem) }
      }
      object.set(&settings.accessLog, "accessLog", accessLog)
      if let log = object.optional("log").flatMap(log) { settings.log = log }
      if let path = object.optional("geoDatabase")?.text() {
        settings.geoDatabase = folder.resolve(path)
      }
      object.set(&settings.drainTimeout, "drainTimeout") { $0.int(in: 0...3600) }
      if let limits = object.optional("limits").flatMap(limits) { settings.limits = limits }
      object.set(&settings.linkMemory, "linkMemory") { $0.int(in: 65_536...68_719_476_736) }
      return settings
    } ?? ServerSettings()
  }

  private func readListeners(_ object: JSONObjectReader, into settings: inout ServerSettings) {
    let tls = object.optional("tls")
    settings.tls = tls.flatMap(TLSReader(folder: folder).read)
    let listen = object.optional("listen")
    if let elements = listen?.node.array, elements.isEmpty {
      listen?.report("the array is empty: expected at least one address")
    }
    var paths: [String: String] = [:]
    object.set(&settings.listen, "listen") { addresses($0, &paths, hasTLS: tls != nil) }
    object.set(&settings.management, "management") { addresses($0, &paths, hasTLS: tls != nil) }
    let isSecure = settings.management.contains { ListenAddress($0).isSecure }
    if settings.tls?.clientAuthorities != nil, !isSecure {
      tls?.report("'clientCA' protects nothing: expected an address of 'management' with tls:")
    }
  }

  /// The addresses in a list. Duplicates are errors, except for port 0, which is a different port
  /// each time.
  private func addresses(
    _ field: JSONField, _ paths: inout [String: String], hasTLS: Bool
  ) -> [String]? {
    field.elements()?.compactMap { element in
      guard let text = element.text({ listenAddressProblem(resolve($0)) }).map(resolve) else {
        return nil
      }
      let listener = ListenAddress(text)
      if listener.isSecure, !hasTLS {
        element.report("'\(text)' has no certificate: expected 'server.tls'")
      }
      if let first = paths[listener.address], listener.port != 0 {
        element.report("'\(listener.address)' is already listed at \(first): expected it once")
      }
      paths[listener.address] = paths[listener.address] ?? element.path
      return text
    }
  }

  private func resolve(_ address: String) -> String {
    let path = address.dropFirst(5)
    guard address.hasPrefix("unix:"), !path.isEmpty else { return address }
    return "unix:" + folder.resolve(String(path))
  }

  private func accessLog(_ field: JSONField) -> AccessLogTarget? {
    if field.isNull { return .nowhere }
    guard field.node.string != nil else {
      field.report("found \(field.node.value.kindName): expected a path, \"-\" or null")
      return nil
    }
    return field.text().map { $0 == "-" ? .standardOutput : .file(folder.resolve($0)) }
  }

  private func log(_ field: JSONField) -> LogPrivacy? {
    field.object { object in
      var log = LogPrivacy()
      object.set(&log.addresses, "addresses") { field in
        field.value(
          { LogPrivacy.Addresses(rawValue: $0) },
          isNot: "a way to log addresses: expected full, network or none")
      }
      object.set(&log.queries, "queries") { $0.bool() }
      object.set(&log.userAgents, "userAgents") { $0.bool() }
      return log
    }
  }

  private func limits(_ field: JSONField) -> HTTPServerLimits? {
    field.object { object in
      var limits = HTTPServerLimits()
      object.set(&limits.connections, "connections") { $0.int(in: 1...1_000_000) }
      object.set(&limits.connectionsPerAddress, "connectionsPerAddress") {
        $0.int(in: 0...1_000_000)
      }
      object.set(&limits.headerTimeout, "headerTimeout") { $0.int(in: 1...3600) }
      object.set(&limits.bodyTimeout, "bodyTimeout") { $0.int(in: 1...3600) }
      object.set(&limits.writeTimeout, "writeTimeout") { $0.int(in: 1...3600) }
      object.set(&limits.idleTimeout, "idleTimeout") { $0.int(in: 1...86_400) }
      object.set(&limits.requests.headerBytes, "headerBytes") { $0.int(in: 256...1_048_576) }
      object.set(&limits.requests.headerFields, "headerFields") { $0.int(in: 1...10_000) }
      object.set(&limits.requests.targetBytes, "targetBytes") { $0.int(in: 16...1_048_576) }
      object.set(&limits.requests.bodyBytes, "bodyBytes") { $0.int(in: 0...1_073_741_824) }
      return limits
    }
  }
}

/// Reads the section `audit`.
struct AuditReader {
  func read(_ field: JSONField?) -> AuditSettings {
    field?.object { object in
      var settings = AuditSettings()
      object.set(&settings.days, "days") { $0.int(in: 1...36_500) }
      return settings
    } ?? AuditSettings()
  }
}

/// Reads the section `history`; missing members keep their defaults.
struct HistoryReader {
  func read(_ field: JSONField?) -> HistoryRetention {
    field?.object { object in
      var history = HistoryRetention()
      object.set(&history.versions, "versions") { $0.int(in: 1...500) }
      object.set(&history.days, "days") { $0.int(in: 1...36_500) }
      return history
    } ?? HistoryRetention()
  }
}
