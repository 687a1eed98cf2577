import HTTPCore
import WebSyntax

/// The calls at an address, and the name in its path.
struct WirePlace {
  let service: CompatibleService
  /// The calls at the address; empty when the service has none there.
  let operations: [WireOperation]
  /// The value of `{name}`, percent-decoded; empty when the path has none.
  let name: String

  /// Returns nil for addresses that belong to no service.
  init?(path: ArraySlice<UInt8>) {
    let text = String(decoding: path, as: UTF8.self)
    guard let service = CompatibleService(path: text) else { return nil }
    self.service = service
    let own = WireOperation.allCases.filter { $0.service == service }
    let fixed = own.filter { $0.address.path == text }
    guard fixed.isEmpty else {
      (operations, name) = (fixed, "")
      return
    }
    // The longer paths come first in the table, because `{name}` alone would match them as well.
    for operation in own {
      let parts = operation.address.path.split(
        separator: "{name}", omittingEmptySubsequences: false)
      guard parts.count == 2, text.hasPrefix(parts[0]), text.hasSuffix(parts[1]),
        text.utf8.count > parts[0].utf8.count + parts[1].utf8.count,
        let name = Self.decoded(path.dropFirst(parts[0].utf8.count).dropLast(parts[1].utf8.count)),
        // The name of a bitlink includes its host; without one the suffix is part of the name.
        service != .bitly || parts[1].isEmpty || name.contains("/")
      else { continue }
      self.name = name
      operations = own.filter { $0.address.path == operation.address.path }
      return
    }
    (operations, name) = ([], "")
  }

  private static func decoded(_ part: ArraySlice<UInt8>) -> String? {
    PercentCoding.decode(part).flatMap { String(validating: $0, as: UTF8.self) }
  }
}
