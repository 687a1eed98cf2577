package import SmallServer

/// Two servers with a common history: the first one, which continued, and a standby of it that was
/// promoted. As behind one address, they differ only in their ports.
package final class PromotedPair: Sendable {
  private let shell: WatchedShell

  /// Starts the first server, in which everything can be prepared.
  package init() throws(WatchedShell.Missing) {
    shell = try WatchedShell(Self.script, folder: "pair")
    try shell.awaitReady()
  }

  /// Copies the first server to a standby, promotes that, and starts the first one again.
  package func promote() throws(WatchedShell.Missing) {
    shell.write("promote\n")
    try shell.awaitReady()
  }

  /// - Parameter name: `first` or `second`, or both with a comma between them.
  package func connection(to name: String) -> String {
    let names = name.split(separator: ",")
    let hosts = names.map { _ in shell.folder }.joined(separator: ",")
    let ports = names.map { $0 == "first" ? "5432" : "5433" }.joined(separator: ",")
    return "host=\(hosts) port=\(ports) user=keiro dbname=postgres"
  }

  private static let script =
    PostgresServer.start + """
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
