import JSONSyntax
import Links
import Management
import Questions

/// Links by the names that people give them.
extension Keiro {
  /// The link that a visitor would find under the name.
  func link(_ name: LinkName) throws(CommandFailure) -> JSONNode {
    try document(APIRequest(finding: name))
  }

  /// The answer to a call that names a link by host and slug.
  ///
  /// - Parameter isFormer: whether the link may have been deleted.
  func document(
    of name: LinkName, isFormer: Bool = false, _ request: (LinkKey) -> APIRequest
  ) throws(CommandFailure) -> JSONNode {
    try document(request(key(name, isFormer: isFormer)))
  }

  /// The key of the named link; a name with host and slug needs no look-up.
  func key(_ name: LinkName, isFormer: Bool = false) throws(CommandFailure) -> LinkKey {
    if case .parts(let host?, let slug) = name { return LinkKey(host: host, slug: slug) }
    let link = try document(APIRequest(finding: name, isFormer: isFormer))
    guard let host = link.text("host"), let slug = link.text("slug") else {
      throw .environment("not-keiro", "the server's answer names no link")
    }
    return LinkKey(host: host, slug: slug)
  }
}
