import JSONSyntax
import SiteModel

/// Reads what Android needs to know of an app.
struct AndroidReader {
  func read(_ field: JSONField) -> AppDefinition.Android? {
    field.object { object in
      let name = object.required("packageName")?.text(packageNameProblem)
      let prints = object.optional("sha256CertFingerprints")?.distinct(fingerprint) ?? []
      return AppDefinition.Android(packageName: name ?? "", sha256CertFingerprints: prints)
    }
  }

  /// Source: Android, "Set the application ID": two segments or more, each begins with a letter.
  private func packageNameProblem(_ text: String) -> String? {
    let segments = text.split(separator: ".", omittingEmptySubsequences: false)
    let isName =
      segments.count >= 2
      && segments.allSatisfy { segment in
        segment.utf8.first.map(isLetter) ?? false
          && segment.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
      }
    return isName ? nil : "'\(text)' is not a package name: expected the form com.example.app"
  }

  private func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20)
  }

  /// In upper case, as Google's documents have it and as Android compares it.
  private func fingerprint(_ field: JSONField) -> String? {
    guard let text = field.text() else { return nil }
    let expectation = "expected 32 bytes as hexadecimal with colons, as keytool prints them"
    let bytes = text.split(separator: ":", omittingEmptySubsequences: false)
    let areBytes = bytes.allSatisfy { $0.utf8.count == 2 && $0.utf8.allSatisfy(isHexadecimal) }
    guard areBytes else {
      field.report("'\(text)' is not a SHA-256 fingerprint: \(expectation)")
      return nil
    }
    guard bytes.count == 32 else {
      let hint = bytes.count == 20 ? " (20 bytes are SHA-1)" : ""
      field.report("a fingerprint of length \(bytes.count)\(hint): \(expectation)")
      return nil
    }
    return text.uppercased()
  }

  private func isHexadecimal(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
  }
}
