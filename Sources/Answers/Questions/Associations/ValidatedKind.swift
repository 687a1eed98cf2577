package import AppAssociation
package import AssociationValidation

/// The kind of file that a validated file is meant to be.
package enum ValidatedKind: Hashable, Sendable {
  case association(AssociationFile.Kind)
  case document(HostDocument)

  /// Parses the name used in options, calls and answers; nil for an unknown one.
  package init?(rawValue: String) {
    if let kind = AssociationFile.Kind(rawValue: rawValue) {
      self = .association(kind)
    } else if let document = HostDocument(rawValue: rawValue) {
      self = .document(document)
    } else {
      return nil
    }
  }

  /// The name of the kind in options and documents.
  package var rawValue: String {
    switch self {
    case .association(let kind): kind.rawValue
    case .document(let document): document.rawValue
    }
  }

  /// The names of all kinds, in the order of the help.
  package static let names =
    [AssociationFile.Kind.apple, .android].map(\.rawValue) + HostDocument.allCases.map(\.rawValue)

  /// The kind that a file name implies; nil when it implies none.
  static func named(_ path: String) -> ValidatedKind? {
    let name = path.split(separator: "/").last ?? ""
    if name == "assetlinks.json" { return .association(.android) }
    return HostDocument.allCases.first { $0.fileName == name }.map(ValidatedKind.document)
  }
}
