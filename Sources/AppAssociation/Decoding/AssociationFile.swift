import JSONSyntax

/// An association file of either platform.
public enum AssociationFile: Sendable {
  /// An `apple-app-site-association`.
  case apple(AppSiteAssociation)
  /// An `assetlinks.json`.
  case android(AssetLinks)

  /// Reads a file; what it does not understand is left out, for the linter to tell.
  ///
  /// - Parameters:
  ///   - bytes: the JSON text.
  ///   - kind: whose file it is; nil lets its first bracket tell: an array is Android's, an object
  ///     Apple's.
  ///   - isSigned: whether the text was the content of a CMS message.
  /// - Throws: why there is nothing to read.
  public init(
    decoding bytes: [UInt8], kind: Kind? = nil, isSigned: Bool = false
  ) throws(AssociationFileError) {
    let document: JSONDocument
    do throws(JSONSyntaxError) {
      document = try JSONDocument(parsing: bytes)
    } catch {
      throw AssociationFileError(error, in: bytes)
    }
    switch (document.root.value, kind) {
    case (.object, nil), (.object, .apple):
      let association = AppSiteAssociation(document, byteCount: bytes.count, isSigned: isSigned)
      self = .apple(association)
    case (.array, nil), (.array, .android):
      self = .android(AssetLinks(document, byteCount: bytes.count))
    default: throw AssociationFileError(root: document.root, kind: kind)
    }
  }

  /// Whose file it is.
  public enum Kind: String, Sendable {
    case apple, android
  }
}

/// Why a text is no association file at all.
public struct AssociationFileError: Error, Hashable, Sendable {
  /// A stable word.
  public let code: String
  /// From 1; nil when it is about the text as a whole.
  public let line: Int?
  /// From 1, in Unicode scalars; nil when it is about the text as a whole.
  public let column: Int?
  /// One sentence without capital and full stop.
  public let message: String
  /// What to do about it; nil when the message says it.
  public let help: String?

  init(_ error: JSONSyntaxError, in bytes: [UInt8]) {
    code = error.reason == .empty ? "empty-file" : "json-syntax"
    let position = JSONLines(bytes: bytes).position(of: error.offset)
    line = position.line
    column = position.column
    message = error.reason.message
    help = error.reason.help
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
    message = "\(root.value.kindName) stands here: expected \(expectation)"
    help = nil
  }
}
