import AppAssociation
import Questions

extension AssociationKind {
  var fileKind: AssociationFile.Kind {
    switch self {
    case .apple: .apple
    case .android: .android
    }
  }
}

extension UnreadableAssociation {
  /// One line in the form of a compiler diagnostic.
  var line: String {
    let place = [finding.line, finding.column].compactMap(\.self).map { ":\($0)" }.joined()
    return "\(source.name)\(place): error: \(finding.message) [\(finding.code)]"
  }
}

extension CommandInput {
  /// The association file in the input; nil after an error message.
  func association(_ console: Console) -> AssociationText? {
    read(console).map { AssociationText(path, bytes: $0) }
  }
}
