package import JSONSyntax

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
  ///   - kind: the platform; nil infers it from the root value: Android's is an array, Apple's an
  ///     object.
  ///   - isSigned: whether the text is the content of a CMS message.
  /// - Throws: `AssociationFileError` when nothing can be read.
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

  package init(
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

  /// The maximum length of a string, in bytes: twice what devices read of a whole file. A compiled
  /// pattern takes many times the memory of its text.
  static let longestString = 256 * 1024

  /// The platform of a file.
  public enum Kind: String, Sendable {
    case apple, android
  }
}

extension JSONNode {
  /// The first string longer than a number of bytes; nil when there is none.
  fileprivate func string(longerThan limit: Int) -> JSONNode? {
    switch value {
    case .string(let text): text.utf8.count > limit ? self : nil
    case .array(let elements): elements.lazy.compactMap { $0.string(longerThan: limit) }.first
    case .object(let members): members.lazy.compactMap { $0.node.string(longerThan: limit) }.first
    case .null, .bool, .number: nil
    }
  }

  /// Whether the object is a statement of an `assetlinks.json` rather than one of Apple's files.
  fileprivate var isStatement: Bool {
    (member("relation") != nil || member("target") != nil || member("include") != nil)
      && !(["applinks"] + AppSiteAssociation.otherServices).contains { member($0) != nil }
  }
}

/// The reason why text cannot be read as an association file.
public struct AssociationFileError: Error, Hashable, Sendable {
  /// A stable, machine-readable code.
  public let code: String
  /// The line, counted from 1; nil for an error about the whole text.
  public private(set) var line: Int?
  /// The column in Unicode scalars, counted from 1; nil for an error about the whole text.
  public private(set) var column: Int?
  /// The error as a sentence without a capital or full stop.
  public let message: String
  /// The suggested fix; nil when the message suffices.
  public private(set) var help: String?
  /// The intended platform; nil when the text does not show it.
  public private(set) var kind: AssociationFile.Kind?

  package init(_ error: JSONSyntaxError, in bytes: [UInt8], kind: AssociationFile.Kind? = nil) {
    self.kind = kind
    code = error.reason == .empty ? "empty-file" : "json-syntax"
    let position = JSONLines(bytes: bytes).position(of: error.offset)
    (line, column) = (position.line, position.column)
    message = error.message
    help = error.reason.help
  }

  fileprivate init(long node: JSONNode, at position: JSONPosition) {
    code = "string-too-long"
    (line, column) = (position.line, position.column)
    let limit = AssociationFile.longestString
    message = "a string of \(node.string?.utf8.count ?? 0) bytes: expected at most \(limit)"
  }

  fileprivate init(root: JSONNode, kind: AssociationFile.Kind?) {
    code = "root-type"
    let expectation =
      switch kind {
      case .apple: "an object, as apple-app-site-association is"
      case .android: "an array, as assetlinks.json is"
      case nil: "an object (apple-app-site-association) or an array (assetlinks.json)"
      }
    self.kind = kind
    guard root.isStatement else {
      message = "found \(root.value.kindName): expected \(expectation)"
      return
    }
    message = "found a statement: expected an array of statements, as assetlinks.json is"
    help = "wrap the statement in [ ]"
  }
}
