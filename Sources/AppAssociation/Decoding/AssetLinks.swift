import JSONSyntax

/// An `assetlinks.json`, read as leniently as it can be: one bad statement voids no other.
///
/// Source: Google, Digital Asset Links specification.
public struct AssetLinks: Sendable {
  /// The statements, in file order; elements that are no objects are left out.
  public let statements: [Statement]
  /// The size of the text, in bytes.
  public let byteCount: Int
  let document: JSONDocument

  init(_ document: JSONDocument, byteCount: Int) {
    self.document = document
    self.byteCount = byteCount
    statements = (document.root.array ?? []).enumerated().compactMap { index, node in
      node.object == nil ? nil : Statement(node, index: index)
    }
  }

  /// The packages of all Android targets, once each, in file order.
  public var packageNames: [String] {
    var seen: Set<String> = []
    return statements.compactMap(\.packageName).filter { seen.insert($0).inserted }
  }
}

/// One statement of a list.
public struct Statement: Sendable {
  /// Its place in the list.
  public let index: Int
  /// What is granted; elements that are no strings are left out.
  public let relations: [String]
  /// The target's package; nil when the target is no Android app.
  public let packageName: String?
  /// The target's certificates, as they are written.
  public let fingerprints: [String]
  /// The address of a list to be read in its place; nil for a statement of its own.
  public let include: String?
  let node: JSONNode

  static let handleAllURLs = "delegate_permission/common.handle_all_urls"

  init(_ node: JSONNode, index: Int) {
    self.node = node
    self.index = index
    relations = node.member("relation")?.array?.compactMap(\.string) ?? []
    include = node.member("include")?.string
    let target = node.member("target")
    let isApp = target?.member("namespace")?.string == "android_app"
    packageName = isApp ? target?.member("package_name")?.string : nil
    let list = isApp ? target?.member("sha256_cert_fingerprints")?.array : nil
    fingerprints = list?.compactMap(\.string) ?? []
  }

  /// The rules of Dynamic App Links; nil when there are none for opening URLs.
  var dynamicRules: JSONNode? {
    node.member("relation_extensions")?.member(Self.handleAllURLs)?
      .member("dynamic_app_link_components")
  }

  /// The way from the root to the dynamic rules.
  var dynamicPath: String {
    let extensions = "[\(index)].relation_extensions"
    return jsonPath(extensions, member: Self.handleAllURLs) + ".dynamic_app_link_components"
  }
}
