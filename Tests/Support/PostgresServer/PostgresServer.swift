import Glibc
package import SmallServer
import Synchronization

/// A PostgreSQL server from Debian's packages in a scratch folder, shared by the tests of a
/// process.
///
/// It starts on first use. A shell watches over it: however the process ends, the server is stopped
/// and its folder removed.
package final class PostgresServer: Sendable {
  package typealias Missing = WatchedShell.Missing

  /// The engines that the tests ask: `KEIRO_ENGINES`, with commas between; nil for all of them.
  package static let engines = getenv("KEIRO_ENGINES").map {
    Set(String(cString: $0).split(separator: ",").map(String.init))
  }
  /// Whether tests ask PostgreSQL.
  package static var isWanted: Bool { engines?.contains("postgres") ?? true }

  private static let started: Result<PostgresServer, Missing> = Result {
    () throws(Missing) in try PostgresServer()
  }

  /// The server of this process.
  ///
  /// - Throws: when the packages are not installed, or the server did not start.
  package static func shared() throws(Missing) -> PostgresServer { try started.get() }

  private let shell: WatchedShell
  private let databases = Atomic(0)

  private init() throws(Missing) {
    shell = try WatchedShell(Self.script, folder: "postgres")
    try shell.awaitReady()
  }

  /// The folder of the server's socket.
  package var folder: String { shell.folder }

  /// A new database, empty or a copy of another one.
  ///
  /// - Parameter template: the database to copy, which must have no connections.
  /// - Returns: its connection string.
  package func makeDatabase(from template: String? = nil, _ run: (String, String) throws -> Void)
    throws -> String
  {
    let name = "t\(databases.add(1, ordering: .relaxed).newValue)"
    try run(
      connection(to: "postgres"),
      "CREATE DATABASE \(name)" + (template.map { " TEMPLATE \($0)" } ?? ""))
    return connection(to: name)
  }

  package func connection(to name: String) -> String {
    // The tests of several processes ask servers on one machine.
    "host=\(folder) user=keiro connect_timeout=30 dbname=\(name)"
  }

  /// The number of the server's first process.
  package var process: Int32? {
    guard let file = fopen(folder + "/data/postmaster.pid", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 32)
    guard fgets(&line, 32, file) != nil else { return nil }
    return Int32(String(decoding: line.prefix { $0 >= 0x30 }.map(UInt8.init), as: UTF8.self))
  }

  // MARK: - Starting

  /// Goes into the folder and finds the programs of the newest release.
  static let start = """
    folder=$1
    as=''
    if [ "$(id -u)" = 0 ]; then
      chown postgres "$folder" 2>&1 || exit
      as='setpriv --reuid=postgres --regid=postgres --clear-groups'
    fi
    cd "$folder"
    programs=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)

    """

  /// Initialises and starts a server, prints `ready`, waits for the end of its input, then stops
  /// and removes everything.
  private static let script =
    start + """
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
}

extension WatchedShell {
  func awaitReady() throws(Missing) {
    let answer = answer { $0.starts(with: "ready\n".utf8) }
    guard answer == "ready\n" else {
      throw Missing(
        description: "PostgreSQL did not start: \(answer): expected the package postgresql-15")
    }
  }
}
