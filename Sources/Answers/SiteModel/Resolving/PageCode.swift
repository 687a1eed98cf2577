import WebSyntax

/// The QR code of a page, which visitors at a computer scan with their phones.
package enum PageCode: Equatable, Sendable {
  /// The address encoded in the code.
  case address(String)
  /// The query has no `url=`.
  case missingParameter
  /// The URL is not a page of a site, or is too long for a code that phones can read.
  case nothing
}

extension ServiceSnapshot {
  private static let addressBytes = 1024

  /// Returns the QR code of a page. Needs no store: a name known only to a store is not a page's
  /// path.
  ///
  /// - Parameter host: the requested host, which completes a URL that is only a path.
  package func pageCode(query: ArraySlice<UInt8>?, host: String) -> PageCode {
    guard let text = URLParameter.value(in: query ?? []) else { return .missingParameter }
    guard let url = OwnURL(text, askedHost: host, in: self),
      case .page = url.destinationPlace(in: self)
    else { return .nothing }
    let host = sites[url.site].definition.primaryHost ?? url.host
    let target =
      PercentCoding.encodeUnsafe(url.path)
      + (url.query.map { "?" + PercentCoding.encodeUnsafe($0) } ?? "")
    let address = "\(origins.origin(of: host))\(target)"
    return address.utf8.count <= Self.addressBytes ? .address(address) : .nothing
  }
}
