import LinkStorage
import WebSyntax

extension HostReach {
  /// A condition on the column `host` with its values; nil for every host. It holds as `covers`
  /// does, and never for a row without a host.
  var condition: (sql: String, values: [SQLValue])? {
    guard let patterns else { return nil }
    guard !patterns.isEmpty else { return ("0", []) }
    let terms = patterns.map { pattern in
      pattern.isWildcard
        ? "(instr(host, '.') > 1 AND substr(host, instr(host, '.') + 1) = ?)" : "host = ?"
    }
    return ("(" + terms.joined(separator: " OR ") + ")", patterns.map { .text($0.name) })
  }
}
