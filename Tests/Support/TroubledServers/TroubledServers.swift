package import SmallServer

/// Web servers with all kinds of problems, shared by the tests of a process and ended with it.
package final class TroubledServers: Sendable {
  package typealias Missing = WatchedShell.Missing

  private static let started: Result<TroubledServers, Missing> = Result {
    () throws(Missing) in try TroubledServers()
  }

  package static func shared() throws(Missing) -> TroubledServers { try started.get() }

  private let shell: WatchedShell
  /// The port of each server, by name.
  package let ports: [String: Int]

  /// The folder with the certificates; `root.pem` is the authority that issued all of them.
  package var folder: String { shell.folder }

  /// The Python script beside this file.
  private static let script =
    #filePath.dropLast("TroubledServers.swift".count) + "servers.py"

  private init() throws(Missing) {
    shell = try WatchedShell(
      "python3 -B -W ignore \"$2\" \"$1\"; rm -rf \"$1\"", folder: "troubled",
      arguments: [String(Self.script)])
    let line = shell.answer { $0.last == 0x0A }
    ports = Self.ports(line)
    guard !ports.isEmpty else {
      throw Missing(description: "the servers did not start: expected python3 and openssl: \(line)")
    }
  }

  /// Reads `{"name": 1234, …}`.
  private static func ports(_ line: String) -> [String: Int] {
    var ports: [String: Int] = [:]
    for pair in line.split(whereSeparator: { "{},".contains($0) }) {
      let parts = pair.split(separator: ":")
      guard parts.count == 2, let port = Int(parts[1].filter { !$0.isWhitespace }) else { continue }
      ports[parts[0].filter { $0 != "\"" && !$0.isWhitespace }] = port
    }
    return ports
  }
}
