package import JSONSyntax

/// An `assetlinks.json`, read as leniently as possible: one invalid statement does not affect the
/// others.
///
/// Source: Google, Digital Asset Links specification.
public struct AssetLinks: Sendable {
  /// The statements, in file order; elements that are not objects are left out.
  public let statements: [Statement]
  /// The size of the text, in bytes.
  public let byteCount: Int
  /// The text of the file, parsed.
  package let document: JSONDocument

  init(_ document: JSONDocument, byteCount: Int) {
    self.document = document
    self.byteCount = byteCount
    statements = (document.root.array ?? []).enumerated().compactMap { index, node in
      node.object == nil ? nil : Statement(node, index: index)
    }
  }

  /// The packages of all Android targets, without duplicates, in file order.
  public var packageNames: [String] {
    var seen: Set<String> = []
    return statements.compactMap(\.packageName).filter { seen.insert($0).inserted }
  }
}

/// One statement of a list.
public struct Statement: Sendable {
  /// The position of the statement in the list, from 0.
  public let index: Int
  /// The granted relations; non-string elements are left out.
  public let relations: [String]
  /// The target's package; nil when the target is not an Android app.
  public let packageName: String?
  /// The fingerprints of the target's certificates, as written.
  public let fingerprints: [String]
  /// The URL of a list to read in place of this statement; nil for an ordinary statement.
  public let include: String?
  /// The statement as it is written.
  package let node: JSONNode

  /// The relation that lets an app open URLs.
  package static let handleAllURLs = "delegate_permission/common.handle_all_urls"

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

  /// The Dynamic App Links rules for opening URLs; nil when there are none.
  package var dynamicRules: JSONNode? {
    node.member("relation_extensions")?.member(Self.handleAllURLs)?
      .member("dynamic_app_link_components")
  }

  /// The path from the root to the dynamic rules.
  package var dynamicPath: String {
    let extensions = "[\(index)].relation_extensions"
    return jsonPath(extensions, member: Self.handleAllURLs) + ".dynamic_app_link_components"
  }
}
