package import HTTPCore
import WebSyntax

/// A file of a site's folder for `/.well-known/`, kept in memory.
package struct WellKnownFile: Sendable {
  /// The path below `/.well-known/`, such as `security.txt` or `acme-challenge/token`.
  package let name: String
  /// Its bytes, tagged with their hash.
  package let representation: Representation

  package init(name: String, bytes: [UInt8]) {
    self.name = name
    let hash = ByteWords.hash(bytes.span)
    representation = Representation(
      contentType: Self.contentType(name), cacheControl: "public, max-age=300",
      entityTag: Hexadecimal.text(hash), identity: bytes, gzip: nil)
  }

  package var bytes: [UInt8] { representation.bytes }

  /// Derived from the file extension; ACME challenges (RFC 8555, section 8.3) have none.
  private static func contentType(_ name: String) -> String {
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

extension WellKnownFile: Equatable {
  package static func == (left: WellKnownFile, right: WellKnownFile) -> Bool {
    left.name == right.name && left.bytes == right.bytes
  }
}
