import CPostgres
import Glibc
package import LinkStorage
import System

/// The location of the database, in libpq's syntax: `key=value` pairs or a `postgresql:` URL.
package struct ConnectionString {
  /// One of the servers that the text names. An empty value is libpq's default.
  struct Server: Equatable {
    var host = ""
    var address = ""
    var port = ""
  }

  let text: String
  /// The servers in `text`; empty if libpq refuses their lists.
  private let servers: [Server]
  /// The only server to use; nil for all those in `text`.
  let server: Server?

  /// - Throws: an error if it cannot be read, or leads over a network without verifying the server.
  init(_ text: String, _ library: PostgresLibrary) throws(PostgresFailure) {
    self.text = text
    try Self.checkScheme(text)
    let options = try Self.parse(text, library)
    try Self.checkServers(options)
    try Self.checkTrust(options)
    servers = Self.servers(options)
    server = nil
  }

  /// Why a text cannot be used, found without contacting the server; nil if it can, or if that takes
  /// the client library and this machine has none.
  package static func fault(in text: String) -> LinkStoreError? {
    do throws(PostgresFailure) {
      try checkScheme(text)
      guard let library = try? PostgresLibrary.load() else { return nil }
      _ = try ConnectionString(text, library)
      try checkAuthorities(try parse(text, library), library)
      return nil
    } catch {
      return error.reported
    }
  }

  private init(_ text: String, only server: Server) {
    self.text = text
    self.server = server
    servers = []
  }

  private static func servers(_ options: [String: String]) -> [Server] {
    func list(_ key: String, _ variable: String) -> [String] {
      let text = value(options, key, variable) ?? ""
      guard !text.isEmpty else { return [] }
      return text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let hosts = list("host", "PGHOST")
    let addresses = list("hostaddr", "PGHOSTADDR")
    let ports = list("port", "PGPORT")
    let count = max(hosts.count, addresses.count)
    // A single port is that of all servers; hosts and addresses come in pairs.
    func fits(_ list: [String]) -> Bool { list.count == count || list.isEmpty }
    guard fits(hosts), fits(addresses), fits(ports) || ports.count == 1 else { return [] }
    return (0..<count).map { index in
      func element(_ list: [String]) -> String {
        list.isEmpty ? "" : list.count == 1 ? list[0] : list[index]
      }
      let port = element(ports)
      // libpq takes an empty value of an option of its own for none, and not for the default.
      return Server(
        host: element(hosts), address: element(addresses), port: port.isEmpty ? "5432" : port)
    }
  }

  /// The same for each of several servers alone, in their order.
  var each: [ConnectionString] {
    servers.count < 2 ? [] : servers.map { ConnectionString(text, only: $0) }
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
      throw refusal(withoutValue(oneLine(reason)))
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

  /// What libpq says, without what it quotes: that may be the password, unless it is the name of an option.
  private static func withoutValue(_ message: String) -> String {
    let isAboutName = ["invalid connection option", "invalid URI query parameter"].contains {
      message.hasPrefix($0)
    }
    let starts = [": \"", " after \"", " in \""].compactMap {
      message.firstRange(of: $0)?.upperBound
    }
    guard !isAboutName, let start = starts.min(), let end = message.lastIndex(of: "\""),
      start <= end
    else { return message }
    return message[..<start] + "…" + message[end...]
      + ": expected postgresql://USER@HOST/DATABASE with other characters as %XX, or key='value' pairs"
  }

  /// A password with a sign that ends it goes on in the names of servers or in their ports, which later
  /// messages quote.
  private static func checkServers(_ options: [String: String]) throws(PostgresFailure) {
    let hosts = (value(options, "host", "PGHOST") ?? "").split(separator: ",")
    guard !hosts.contains(where: { $0.dropFirst().contains("@") && !$0.hasPrefix("/") }) else {
      throw refusal("a host has an '@': expected %40 for each '@' in the password")
    }
    let ports = (value(options, "port", "PGPORT") ?? "").split { $0 == "," || $0.isWhitespace }
    guard ports.contains(where: { Int($0).map { !(1...65_535).contains($0) } ?? true }) else {
      return
    }
    throw refusal(
      "a port is no number from 1 to 65535: expected one, and %2F for each '/' in the password")
  }

  /// libpq's own default gives no protection: it accepts any server that answers.
  private static func checkTrust(_ options: [String: String]) throws(PostgresFailure) {
    let mode = value(options, "sslmode", "PGSSLMODE") ?? "prefer"
    guard mode != "verify-full" else { return }
    guard value(options, "service", "PGSERVICE") == nil else {
      throw refusal(
        "a service names the hosts, and sslmode is '\(mode)': expected sslmode=verify-full")
    }
    let hosts =
      value(options, "hostaddr", "PGHOSTADDR") ?? value(options, "host", "PGHOST") ?? ""
    for host in hosts.split(separator: ",") where !isLocal(String(host)) {
      throw refusal(
        "sslmode is '\(mode)' and the host '\(host)' is another machine: expected "
          + "sslmode=verify-full, without which anybody on the way could be the database")
    }
  }

  /// libpq looks for the certificates of authorities when it connects.
  private static func checkAuthorities(
    _ options: [String: String], _ library: PostgresLibrary
  ) throws(PostgresFailure) {
    guard value(options, "sslmode", "PGSSLMODE") == "verify-full" else { return }
    let hosts =
      value(options, "hostaddr", "PGHOSTADDR") ?? value(options, "host", "PGHOST") ?? ""
    guard hosts.split(separator: ",").contains(where: { !"/@".contains($0.prefix(1)) }) else {
      return
    }
    let named = value(options, "sslrootcert", "PGSSLROOTCERT")
    guard named != "system" else {
      guard library.version < 160_000 else { return }
      throw refusal(
        "sslrootcert=system takes the client library of PostgreSQL 16, and this one is of "
          + "\(library.version / 10_000): expected the path of a file, such as "
          + "/etc/ssl/certs/ca-certificates.crt")
    }
    let home = getenv("HOME").map { String(cString: $0) } ?? ""
    let file = named ?? home + "/.postgresql/root.crt"
    guard let obstacle = FileObstacle.toReading(file) else { return }
    throw refusal(
      "sslmode is 'verify-full', which takes the certificates of authorities, and \(obstacle): "
        + "expected sslrootcert=FILE with the certificate of the database's authority")
  }

  /// An option of the text, or libpq's environment variable for it.
  private static func value(
    _ options: [String: String], _ key: String, _ variable: String
  ) -> String? {
    options[key] ?? getenv(variable).map { String(cString: $0) }
  }

  private static func isLocal(_ host: String) -> Bool {
    if host.hasPrefix("/") || host.hasPrefix("@") { return true }
    if host == "localhost" || host == "::1" { return true }
    var address = in_addr()
    return inet_pton(AF_INET, host, &address) == 1
      && UInt32(bigEndian: address.s_addr) >> 24 == 127
  }

  static func refusal(_ message: String) -> PostgresFailure {
    PostgresFailure(.failed, message, operation: "read the connection string")
  }

  /// libpq's messages end with line feeds.
  static func oneLine(_ message: String) -> String {
    message.split(whereSeparator: \.isNewline).map {
      $0.drop(while: \.isWhitespace)
    }.joined(separator: "; ")
  }
}
