/// A file of a site's folder for `/.well-known/`, kept in memory.
package struct WellKnownFile: Equatable, Sendable {
  /// The path below `/.well-known/`, such as `security.txt` or `acme-challenge/token`.
  package var name: String
  package var bytes: [UInt8]

  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  /// Derived from the file extension; ACME challenges (RFC 8555, section 8.3) have none.
  package var contentType: String {
    let file = name.split(separator: "/").last ?? ""
    let ending = file.split(separator: ".").dropFirst().last.map { $0.lowercased() }
    return switch ending {
    case "json": "application/json"
    case "txt": "text/plain; charset=utf-8"
    case "html": "text/html; charset=utf-8"
    case "xml": "application/xml"
    default: "application/octet-stream"
    }
  }
}
