import Glibc

/// Web servers with all kinds of problems, shared by the tests of a process and ended with it.
public final class TroubledServers: Sendable {
  /// The reason why there are no servers.
  public struct Missing: Error, CustomStringConvertible {
    /// The missing part, and the expectation.
    public let description: String
  }

  private static let started: Result<TroubledServers, Missing> = Result {
    () throws(Missing) in try TroubledServers()
  }

  /// The servers of this process.
  public static func shared() throws(Missing) -> TroubledServers { try started.get() }

  /// The folder with the certificates; `root.pem` is the authority that issued all of them.
  public let folder: String
  /// The port of each server, by name.
  public let ports: [String: Int]
  /// The servers stop once no process holds this descriptor.
  private let lifeline: Int32

  /// The Python script beside this file.
  private static let script =
    #filePath.dropLast("TroubledServers.swift".count) + "servers.py"

  private init() throws(Missing) {
    folder = "/tmp/keiro-troubled-" + String(UInt64.random(in: 0 ... .max), radix: 36)
    guard mkdir(folder, 0o700) == 0 else {
      throw Missing(description: "cannot make the folder \(folder)")
    }
    let (reading, writing) = try Self.pipe()
    let (output, answering) = try Self.pipe()
    try Self.spawn(folder: folder, input: reading, output: answering)
    close(reading)
    close(answering)
    lifeline = writing
    let line = Self.readLine(output)
    close(output)
    ports = Self.ports(line)
    guard !ports.isEmpty else {
      throw Missing(description: "the servers did not start: expected python3 and openssl: \(line)")
    }
  }

  private static func pipe() throws(Missing) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    guard Glibc.pipe(&ends) == 0 else { throw Missing(description: "cannot make a pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private static func spawn(folder: String, input: Int32, output: Int32) throws(Missing) {
    // The shell removes the folder at the end, however the tests end.
    let watching = "python3 -B -W ignore \"$1\" \"$2\"; rm -rf \"$2\""
    let words: [String] = ["/bin/sh", "-c", watching, "sh", String(script), folder]
    let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    var process = pid_t()
    guard posix_spawn(&process, "/bin/sh", &actions, nil, arguments, environ) == 0 else {
      throw Missing(description: "cannot start a shell")
    }
  }

  private static func readLine(_ descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while read(descriptor, &byte, 1) == 1, byte != 0x0A { bytes.append(byte) }
    return String(decoding: bytes, as: UTF8.self)
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
