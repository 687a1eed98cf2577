import Glibc

/// Two servers with a common history: the first one, which continued, and a standby of it that was
/// promoted. As behind one address, they differ only in their ports.
public final class PromotedPair: Sendable {
  /// The folder of both, and of their sockets.
  public let folder: String
  private let input: Int32
  private let output: Int32

  /// Starts the first server, in which everything can be prepared.
  public init() throws(PostgresServer.Missing) {
    folder = "/tmp/keiro-pair-" + String(UInt64.random(in: 0 ... .max), radix: 36)
    guard mkdir(folder, 0o700) == 0 else {
      throw PostgresServer.Missing(description: "cannot make the folder \(folder)")
    }
    let (reading, writing) = try PostgresServer.pipe()
    let (answers, answering) = try PostgresServer.pipe()
    try PostgresServer.spawn(Self.script, folder: folder, input: reading, output: answering)
    close(reading)
    close(answering)
    input = writing
    output = answers
    try awaitReady()
  }

  deinit {
    close(input)
    close(output)
  }

  /// Copies the first server to a standby, promotes that, and starts the first one again.
  public func promote() throws(PostgresServer.Missing) {
    _ = Glibc.write(input, "promote\n", 8)
    try awaitReady()
  }

  /// - Parameter name: `first` or `second`, or both with a comma between them.
  public func connection(to name: String) -> String {
    let names = name.split(separator: ",")
    let hosts = names.map { _ in folder }.joined(separator: ",")
    let ports = names.map { $0 == "first" ? "5432" : "5433" }.joined(separator: ",")
    return "host=\(hosts) port=\(ports) user=keiro dbname=postgres"
  }

  private func awaitReady() throws(PostgresServer.Missing) {
    let answer = PostgresServer.read(output)
    guard answer == "ready\n" else {
      throw PostgresServer.Missing(
        description: "PostgreSQL did not start: \(answer): expected the package postgresql-15")
    }
  }

  private static let script = """
    folder=$1
    as=''
    if [ "$(id -u)" = 0 ]; then
      chown postgres "$folder" 2>&1 || exit
      as='setpriv --reuid=postgres --regid=postgres --clear-groups'
    fi
    cd "$folder"
    programs=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
    for name in first second; do $as mkdir "$folder/$name"; done
    start() {
      port=5432
      [ "$1" = first ] || port=5433
      $as "$programs/pg_ctl" -D "$folder/data-$1" -l "$folder/$1/log" -w -t 60 \
        -o "-p $port -k $folder -c listen_addresses= -c fsync=off -c shared_buffers=16MB" \
        start >>"$folder/log" 2>&1
    }
    stop() { $as "$programs/pg_ctl" -D "$folder/data-$1" -m fast -w stop >>"$folder/log" 2>&1; }
    $as "$programs/initdb" -D "$folder/data-first" -U keiro -A trust -E UTF8 --locale=C.UTF-8 --no-sync \
      >"$folder/log" 2>&1 && start first || { cat "$folder/log"; rm -rf "$folder"; exit; }
    echo ready
    if read -r _; then
      stop first
      $as cp -a "$folder/data-first" "$folder/data-second"
      $as touch "$folder/data-second/standby.signal"
      start second && $as "$programs/pg_ctl" -D "$folder/data-second" -w promote >>"$folder/log" 2>&1 \
        && start first && echo ready || cat "$folder/log"
    fi
    exec >/dev/null 2>&1
    cat
    stop first
    stop second
    rm -rf "$folder"
    """
}
