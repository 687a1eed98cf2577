import WebSyntax

/// The QR code of a page, which visitors at a desk scan with their phones.
package enum PageCode: Equatable, Sendable {
  /// The address in the code.
  case address(String)
  /// The query has no `url=`.
  case missingParameter
  /// The URL is not a page of a site, or is too long for a code that phones can read.
  case nothing
}

extension ServiceSnapshot {
  private static let addressBytes = 1024

  /// Asks no store: a name that only a store knows is not the path of a page.
  ///
  /// - Parameter host: the requested host, to which a path alone belongs.
  package func pageCode(query: ArraySlice<UInt8>?, host: String) -> PageCode {
    guard let text = URLParameter.value(in: query ?? []) else { return .missingParameter }
    guard let url = OwnURL(text, askedHost: host, in: self),
      case .page = url.destinationPlace(in: self)
    else { return .nothing }
    let host = sites[url.site].definition.primaryHost ?? url.host
    let target =
      PercentCoding.encodeUnsafe(url.path)
      + (url.query.map { "?" + PercentCoding.encodeUnsafe($0) } ?? "")
    let address = "https://\(host)\(target)"
    return address.utf8.count <= Self.addressBytes ? .address(address) : .nothing
  }
}
