import AppAssociation
import AssociationValidation
import Questions
import System

/// The platform an association file is for.
enum AssociationKind: String, CaseIterable, Sendable {
  case apple
  case android

  var fileKind: AssociationFile.Kind {
    switch self {
    case .apple: .apple
    case .android: .android
    }
  }
}

extension OptionSpecification {
  static let kind = Self(
    "--kind", .words(AssociationKind.allCases.map(\.rawValue)), "whose association file")
}

extension UnreadableAssociation {
  /// One line in the form of a compiler diagnostic.
  var line: String {
    let position = [finding.line, finding.column].compactMap(\.self).map { ":\($0)" }.joined()
    return "\(source.name)\(position): error: \(finding.message) [\(finding.code)]"
  }
}

extension CommandInput {
  /// The association file of the input. Nil if it cannot be read: the error is reported and, with
  /// `json`, the document of its validation printed.
  func association(_ console: Console, json: Bool) -> AssociationText? {
    do throws(FileReadError) {
      return AssociationText(path, bytes: try bytes(console))
    } catch {
      let reason = CommandInput.reason(path, error)
      console.remark("cannot read '\(path)': \(reason)")
      guard json else { return nil }
      let file = ValidationQuestion.File.unavailable(name: path, reason: reason)
      console.print(ValidationQuestion([file], kind: nil).answer().document)
      return nil
    }
  }
}
