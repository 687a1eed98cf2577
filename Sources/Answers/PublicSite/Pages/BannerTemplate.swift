import AppAssociation

extension PageTemplate {
  /// Adds a Smart App Banner tag whose argument is the address of the page.
  ///
  /// - Parameter primaryHost: the host of the address; nil for that of the request.
  package mutating func append(banner: SmartAppBanner, primaryHost: String?) {
    let parts = banner.partsAroundArgument
    append(parts.before + "https://")
    if let primaryHost { append(primaryHost) } else { append(.host) }
    append(.bannerTarget)
    append(parts.behind)
  }
}
