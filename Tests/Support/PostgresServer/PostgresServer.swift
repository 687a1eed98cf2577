import Glibc
import Synchronization

/// A PostgreSQL server from Debian's packages in a scratch folder, shared by the tests of a
/// process.
///
/// It starts on first use. A shell watches over it: however the process ends, the server is stopped
/// and its folder removed.
public final class PostgresServer: Sendable {
  /// The reason why there is no server.
  public struct Missing: Error, CustomStringConvertible {
    /// The missing part, and the expectation.
    public let description: String
  }

  /// The engines that the tests ask: `KEIRO_ENGINES`, with commas between; nil for all of them.
  public static let engines = getenv("KEIRO_ENGINES").map {
    Set(String(cString: $0).split(separator: ",").map(String.init))
  }
  /// Whether tests ask PostgreSQL.
  public static var isWanted: Bool { engines?.contains("postgres") ?? true }

  private static let started: Result<PostgresServer, Missing> = Result {
    () throws(Missing) in try PostgresServer()
  }

  /// The server of this process.
  ///
  /// - Throws: when the packages are not installed, or the server did not start.
  public static func shared() throws(Missing) -> PostgresServer { try started.get() }

  /// The folder of the server's socket.
  public let folder: String
  /// The user's name, as one word of a connection string.
  private let user: String
  /// The watching shell stops the server once no process holds this descriptor.
  private let lifeline: Int32
  private let databases = Atomic(0)

  private init() throws(Missing) {
    folder = "/tmp/keiro-postgres-" + String(UInt64.random(in: 0 ... .max), radix: 36)
    guard mkdir(folder, 0o700) == 0 else {
      throw Missing(description: "cannot make the folder \(folder)")
    }
    user = "keiro"
    let (reading, writing) = try Self.pipe()
    let (output, answering) = try Self.pipe()
    try Self.spawn(Self.script, folder: folder, input: reading, output: answering)
    close(reading)
    close(answering)
    lifeline = writing
    let answer = Self.read(output)
    close(output)
    guard answer == "ready\n" else {
      throw Missing(
        description: "PostgreSQL did not start: \(answer): expected the package postgresql-15")
    }
  }

  /// A new database, empty or a copy of another one.
  ///
  /// - Parameter template: the database to copy, which must have no connections.
  /// - Returns: its connection string.
  public func makeDatabase(from template: String? = nil, _ run: (String, String) throws -> Void)
    throws -> String
  {
    let name = "t\(databases.add(1, ordering: .relaxed).newValue)"
    try run(
      connection(to: "postgres"),
      "CREATE DATABASE \(name)" + (template.map { " TEMPLATE \($0)" } ?? ""))
    return connection(to: name)
  }

  /// The connection string of a database.
  public func connection(to name: String) -> String {
    // The tests of three processes ask servers on one machine.
    "host=\(folder) user=\(user) connect_timeout=30 dbname=\(name)"
  }

  /// The number of the server's first process.
  public var process: Int32? {
    guard let file = fopen(folder + "/data/postmaster.pid", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 32)
    guard fgets(&line, 32, file) != nil else { return nil }
    return Int32(String(decoding: line.prefix { $0 >= 0x30 }.map(UInt8.init), as: UTF8.self))
  }

  // MARK: - Starting

  /// Initialises and starts a server, prints `ready`, waits for the end of its input, then stops
  /// and removes everything.
  private static let script = """
    folder=$1
    as=''
    if [ "$(id -u)" = 0 ]; then
      chown postgres "$folder" 2>&1 || exit
      as='setpriv --reuid=postgres --regid=postgres --clear-groups'
    fi
    cd "$folder"
    programs=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
    $as "$programs/initdb" -D "$folder/data" -U keiro -A trust -E UTF8 --locale=C.UTF-8 --no-sync \
      >"$folder/log" 2>&1 || { cat "$folder/log"; rm -rf "$folder"; exit; }
    echo 'local all guarded scram-sha-256' | cat - "$folder/data/pg_hba.conf" >"$folder/hba"
    cat "$folder/hba" >"$folder/data/pg_hba.conf"
    $as "$programs/postgres" -D "$folder/data" -k "$folder" -c listen_addresses= \
      -c fsync=off -c max_connections=200 -c shared_buffers=64MB </dev/null >>"$folder/log" 2>&1 &
    server=$!
    for _ in $(seq 300); do
      "$programs/pg_isready" -q -h "$folder" && { echo ready; break; }
      kill -0 $server 2>/dev/null || { cat "$folder/log"; break; }
      sleep 0.1
    done
    exec >/dev/null 2>&1
    cat
    kill -QUIT $server
    wait $server
    rm -rf "$folder"
    """

  static func pipe() throws(Missing) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    guard Glibc.pipe(&ends) == 0 else { throw Missing(description: "cannot make a pipe") }
    // Another child of the tests must not keep an end open.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  static func spawn(
    _ script: String, folder: String, input: Int32, output: Int32
  ) throws(Missing) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    // In a process group of its own, so that a terminal's interrupt ends the tests, which then end
    // the shell.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    let words: [String] = ["sh", "-c", script, "sh", folder]
    let arguments = words.map { strdup($0) }
    defer { arguments.forEach { free($0) } }
    var process: pid_t = 0
    let code = posix_spawn(
      &process, "/bin/sh", &actions, &attributes, arguments + [nil], environ)
    guard code == 0 else { throw Missing(description: "cannot start a shell: \(code)") }
  }

  static func read(_ descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !bytes.starts(with: "ready\n".utf8) {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      guard count > 0 else { break }
      bytes += buffer.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
