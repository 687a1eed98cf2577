public import AppAssociation
import JSONSyntax

/// A text checked as an association file: one of any site, or a generated document.
public struct CheckedAssociation: Sendable {
  /// Nil for a text that systems cannot read.
  public let file: AssociationFile?
  /// The platform; Apple's when the text does not show it.
  public let kind: AssociationFile.Kind
  /// The findings, in the order of the text.
  public let findings: [Finding]
}

extension AssociationLinter {
  /// All findings in a text. A text that is not JSON is read on behind the first error, and checked
  /// as it was obviously meant.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - kind: the platform; nil decides by the text.
  ///   - isSigned: whether the text is the content of a CMS message.
  public static func check(
    _ bytes: [UInt8], kind: AssociationFile.Kind? = nil, isSigned: Bool = false
  ) -> CheckedAssociation {
    check(bytes, kind: kind, isSigned: isSigned, repairs: .proposed)
  }

  /// All findings in a text, with or without repairs.
  package static func check(
    _ bytes: [UInt8], kind: AssociationFile.Kind?, isSigned: Bool, repairs: Repairs
  ) -> CheckedAssociation {
    do throws(AssociationFileError) {
      let file = try AssociationFile(decoding: bytes, kind: kind, isSigned: isSigned)
      return CheckedAssociation(
        file: file, kind: file.kind, findings: report(on: file, repairs).sorted)
    } catch {
      guard error.code == "json-syntax" else {
        return CheckedAssociation(
          file: nil, kind: error.kind ?? kind ?? .apple, findings: [Finding(error)])
      }
      return checkBroken(bytes, kind: kind, isSigned: isSigned, repairs)
    }
  }

  private static func checkBroken(
    _ bytes: [UInt8], kind: AssociationFile.Kind?, isSigned: Bool, _ repairs: Repairs
  ) -> CheckedAssociation {
    let text = TolerantJSON(parsing: bytes)
    var found = text.errors.map { Finding(AssociationFileError($0, in: bytes)) }
    if text.unlisted > 0 {
      found.append(Finding(code: "json-syntax", severity: .error, standingFor: text.unlisted))
    }
    guard let document = text.document else {
      return CheckedAssociation(file: nil, kind: kind ?? .apple, findings: found)
    }
    do throws(AssociationFileError) {
      let file = try AssociationFile(
        document, byteCount: bytes.count, kind: kind, isSigned: isSigned)
      found += report(on: file, repairs).sorted
      return CheckedAssociation(file: nil, kind: file.kind, findings: inOrder(found))
    } catch {
      return CheckedAssociation(
        file: nil, kind: error.kind ?? kind ?? .apple, findings: found + [Finding(error)])
    }
  }

  /// Orders findings by position; those without one come first, summaries last.
  private static func inOrder(_ findings: [Finding]) -> [Finding] {
    func place(_ finding: Finding) -> (summary: Int, line: Int, column: Int) {
      (finding.line == nil && finding.count > 1 ? 1 : 0, finding.line ?? 0, finding.column ?? 0)
    }
    // Sorting is stable (SE-0372).
    return findings.sorted { place($0) < place($1) }
  }
}

extension AssociationFile {
  /// The platform.
  public var kind: Kind {
    switch self {
    case .apple: .apple
    case .android: .android
    }
  }
}
