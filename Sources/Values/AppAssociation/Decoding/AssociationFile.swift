import JSONSyntax

/// An association file of either platform.
public enum AssociationFile: Sendable {
  /// An `apple-app-site-association`.
  case apple(AppSiteAssociation)
  /// An `assetlinks.json`.
  case android(AssetLinks)

  /// Reads a file; parts that cannot be read are left out and reported by the linter.
  ///
  /// - Parameters:
  ///   - bytes: the JSON text.
  ///   - kind: the platform; nil decides by the root value: an array is Android's, an object
  ///     Apple's.
  ///   - isSigned: whether the text is the content of a CMS message.
  /// - Throws: the reason when nothing can be read.
  public init(
    decoding bytes: [UInt8], kind: Kind? = nil, isSigned: Bool = false
  ) throws(AssociationFileError) {
    let document: JSONDocument
    do throws(JSONSyntaxError) {
      document = try JSONDocument(parsing: bytes)
    } catch {
      throw AssociationFileError(error, in: bytes)
    }
    try self.init(document, byteCount: bytes.count, kind: kind, isSigned: isSigned)
  }

  /// The same from a document.
  init(
    _ document: JSONDocument, byteCount: Int, kind: Kind?, isSigned: Bool
  ) throws(AssociationFileError) {
    if let long = document.root.string(longerThan: Self.longestString) {
      throw AssociationFileError(long: long, at: document.position(of: long.offset))
    }
    switch (document.root.value, kind) {
    case (.object, nil) where document.root.isStatement, (.object, .android):
      throw AssociationFileError(root: document.root, kind: .android)
    case (.object, _):
      self = .apple(AppSiteAssociation(document, byteCount: byteCount, isSigned: isSigned))
    case (.array, nil), (.array, .android):
      self = .android(AssetLinks(document, byteCount: byteCount))
    default: throw AssociationFileError(root: document.root, kind: kind)
    }
  }

  /// In bytes: twice what devices read of a whole file. A compiled pattern takes many times the
  /// memory of its text.
  static let longestString = 256 * 1024

  /// The platform of a file.
  public enum Kind: String, Sendable {
    case apple, android
  }
}

extension JSONNode {
  /// The first string of more than so many bytes; nil when there is none.
  fileprivate func string(longerThan limit: Int) -> JSONNode? {
    switch value {
    case .string(let text): text.utf8.count > limit ? self : nil
    case .array(let elements): elements.firstString(longerThan: limit)
    case .object(let members): members.lazy.map(\.node).firstString(longerThan: limit)
    case .null, .bool, .number: nil
    }
  }

  /// Whether an object is a statement of an `assetlinks.json` rather than Apple's file.
  fileprivate var isStatement: Bool {
    (member("relation") != nil || member("target") != nil || member("include") != nil)
      && !(["applinks"] + AppSiteAssociation.otherServices).contains { member($0) != nil }
  }
}

extension Sequence<JSONNode> {
  fileprivate func firstString(longerThan limit: Int) -> JSONNode? {
    for node in self {
      if let found = node.string(longerThan: limit) { return found }
    }
    return nil
  }
}

/// The reason why a text is not an association file.
public struct AssociationFileError: Error, Hashable, Sendable {
  /// A stable word.
  public let code: String
  /// From 1; nil for an error about the text as a whole.
  public let line: Int?
  /// From 1, in Unicode scalars; nil for an error about the text as a whole.
  public let column: Int?
  /// One sentence without capital and full stop.
  public let message: String
  /// A remedy; nil when the message suffices.
  public let help: String?
  /// The platform that the text is meant for; nil when it does not show.
  public let kind: AssociationFile.Kind?

  init(_ error: JSONSyntaxError, in bytes: [UInt8], kind: AssociationFile.Kind? = nil) {
    self.kind = kind
    code = error.reason == .empty ? "empty-file" : "json-syntax"
    let position = JSONLines(bytes: bytes).position(of: error.offset)
    line = position.line
    column = position.column
    message = error.message
    help = error.reason.help
  }

  fileprivate init(long node: JSONNode, at position: JSONPosition) {
    kind = nil
    code = "string-too-long"
    line = position.line
    column = position.column
    let limit = AssociationFile.longestString
    message = "a string of \(node.string?.utf8.count ?? 0) bytes: expected at most \(limit)"
    help = nil
  }

  fileprivate init(root: JSONNode, kind: AssociationFile.Kind?) {
    code = "root-type"
    line = nil
    column = nil
    let expectation =
      switch kind {
      case .apple: "an object, as apple-app-site-association is"
      case .android: "an array, as assetlinks.json is"
      case nil: "an object (apple-app-site-association) or an array (assetlinks.json)"
      }
    self.kind = kind
    guard root.isStatement else {
      message = "found \(root.value.kindName): expected \(expectation)"
      help = nil
      return
    }
    message = "found a statement: expected an array of statements, as assetlinks.json is"
    help = "wrap the statement in [ ]"
  }
}
