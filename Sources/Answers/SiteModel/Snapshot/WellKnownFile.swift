package import HTTPCore
import JSONSyntax
import WebSyntax

/// A file of a site's folder for `/.well-known/`, held in memory.
package struct WellKnownFile: Sendable {
  /// The path below `/.well-known/`, such as `security.txt` or `acme-challenge/token`.
  package let name: String
  /// The bytes, tagged with their hash.
  package let representation: Representation

  package init(name: String, bytes: [UInt8]) {
    self.name = name
    let hash = ByteWords.hash(bytes.span)
    representation = Representation(
      contentType: Self.contentType(name, bytes), cacheControl: "public, max-age=300",
      entityTag: Hexadecimal.text(hash), identity: bytes, gzip: nil)
  }

  package var bytes: [UInt8] { representation.bytes }

  /// Returns the type for the extension. Files without one are JSON when they parse as it, such as
  /// `webauthn`, which browsers otherwise refuse; ACME challenges (RFC 8555, section 8.3) do not.
  static func contentType(_ name: String, _ bytes: [UInt8]) -> String {
    let file = name.split(separator: "/").last ?? ""
    let ending = file.split(separator: ".").dropFirst().last.map { $0.lowercased() }
    return switch ending {
    case "json": "application/json"
    case "txt": "text/plain; charset=utf-8"
    case "html": "text/html; charset=utf-8"
    case "xml": "application/xml"
    // What Chrome's prefetch proxy asks whether it may fetch pages in advance.
    case nil where file == "traffic-advice": "application/trafficadvice+json"
    case nil where isJSON(bytes): "application/json"
    default: "application/octet-stream"
    }
  }
}

extension WellKnownFile {
  /// Returns whether the bytes are an object or an array; a lone number may be anything.
  private static func isJSON(_ bytes: [UInt8]) -> Bool {
    guard let root = (try? JSONDocument(parsing: bytes))?.root else { return false }
    return root.object != nil || root.array != nil
  }
}

extension WellKnownFile: Equatable {
  package static func == (left: WellKnownFile, right: WellKnownFile) -> Bool {
    left.name == right.name && left.bytes == right.bytes
  }
}
