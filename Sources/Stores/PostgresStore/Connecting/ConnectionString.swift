import CPostgres
import Glibc
import LinkStorage

/// The location of the database, in libpq's syntax: `key=value` pairs or a `postgresql:` URL.
struct ConnectionString {
  let text: String
  /// The hosts in `text`; a single one has no port if it is the default.
  private let hosts: [(name: String, port: String)]
  /// Replaces the hosts in `text`, with names separated by commas; nil to use those.
  let otherHosts: (names: String, ports: String)?

  /// - Throws: an error if it cannot be read, or leads over a network without verifying the server.
  init(_ text: String, _ library: PostgresLibrary) throws(PostgresFailure) {
    self.text = text
    try Self.checkScheme(text)
    let options = try Self.parse(text, library)
    try Self.checkTrust(options)
    hosts = options["hostaddr"] == nil ? Self.hosts(options) : []
    otherHosts = nil
  }

  private init(_ text: String, _ hosts: [(name: String, port: String)]) {
    self.text = text
    self.hosts = hosts
    otherHosts = (
      hosts.map(\.name).joined(separator: ","), hosts.map(\.port).joined(separator: ",")
    )
  }

  private static func hosts(_ options: [String: String]) -> [(name: String, port: String)] {
    func list(_ key: String) -> [String] {
      (options[key] ?? "").split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let names = list("host")
    let ports = list("port")
    guard ports.count == names.count || ports.count == 1 else { return [] }
    return names.enumerated().map { ($1, ports.count == 1 ? ports[0] : ports[$0]) }
  }

  /// The same without one of its hosts; nil when there is no other.
  func without(host: String) -> ConnectionString? {
    let rest = hosts.filter { $0.name != host }
    return rest.isEmpty || rest.count == hosts.count ? nil : ConnectionString(text, rest)
  }

  /// libpq would read the URL of another kind of database as a list of `key=value` pairs.
  private static func checkScheme(_ text: String) throws(PostgresFailure) {
    guard let end = text.firstRange(of: "://")?.lowerBound else { return }
    let scheme = text[..<end]
    guard scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }),
      !["postgresql", "postgres"].contains(scheme)
    else { return }
    throw refusal(
      "'\(scheme)://' is no address of a PostgreSQL server: expected "
        + "postgresql://USER@HOST/DATABASE, or key=value pairs")
  }

  private static func parse(
    _ text: String, _ library: PostgresLibrary
  ) throws(PostgresFailure) -> [String: String] {
    var message: UnsafeMutablePointer<CChar>?
    guard let first = library.functions.conninfoParse(text, &message) else {
      let reason = message.map { String(cString: $0) } ?? "no memory"
      library.functions.freemem(message)
      throw refusal(oneLine(reason))
    }
    defer { library.functions.conninfoFree(first) }
    var options: [String: String] = [:]
    var option = first
    // The list ends with an entry without a keyword.
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val {
        options[String(cString: keyword)] = String(cString: value)
      }
      option += 1
    }
    return options
  }

  /// libpq's own default gives no protection: it accepts any server that answers.
  private static func checkTrust(_ options: [String: String]) throws(PostgresFailure) {
    func value(_ key: String, _ variable: String) -> String? {
      options[key] ?? getenv(variable).map { String(cString: $0) }
    }
    let mode = value("sslmode", "PGSSLMODE") ?? "prefer"
    guard mode != "verify-full" else { return }
    guard value("service", "PGSERVICE") == nil else {
      throw refusal(
        "a service names the hosts, and sslmode is '\(mode)': expected sslmode=verify-full")
    }
    let hosts = value("hostaddr", "PGHOSTADDR") ?? value("host", "PGHOST") ?? ""
    for host in hosts.split(separator: ",") where !isLocal(String(host)) {
      throw refusal(
        "sslmode is '\(mode)' and the host '\(host)' is another machine: expected "
          + "sslmode=verify-full, without which anybody on the way could be the database")
    }
  }

  private static func isLocal(_ host: String) -> Bool {
    if host.hasPrefix("/") || host.hasPrefix("@") { return true }
    if host == "localhost" || host == "::1" { return true }
    var address = in_addr()
    return inet_pton(AF_INET, host, &address) == 1
      && UInt32(bigEndian: address.s_addr) >> 24 == 127
  }

  static func refusal(_ message: String) -> PostgresFailure {
    PostgresFailure(
      LinkStoreError(
        kind: .failed, code: 0, message: message, operation: "read the connection string"))
  }

  /// libpq's messages end with line feeds.
  static func oneLine(_ message: String) -> String {
    message.split(whereSeparator: \.isNewline).map {
      $0.drop(while: \.isWhitespace)
    }.joined(separator: "; ")
  }
}
