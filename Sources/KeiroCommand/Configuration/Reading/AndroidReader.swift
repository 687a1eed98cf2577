import JSONSyntax
import SiteModel
import WebSyntax

/// Reads the Android settings of an app.
struct AndroidReader {
  func read(_ field: JSONField) -> AppDefinition.Android? {
    field.object { object in
      let name = object.required("packageName")?.text(packageNameProblem)
      let prints = object.optional("sha256CertFingerprints")?.distinct(fingerprint) ?? []
      return AppDefinition.Android(packageName: name ?? "", sha256CertFingerprints: prints)
    }
  }

  private func packageNameProblem(_ text: String) -> String? {
    AndroidPackageName.isValid(text)
      ? nil : "'\(text)' is not a package name: expected the form com.example.app"
  }

  /// In upper case, as in Google's documentation and as Android compares it.
  private func fingerprint(_ field: JSONField) -> String? {
    guard let text = field.text() else { return nil }
    let expectation = "expected 32 bytes as hexadecimal with colons, as keytool prints them"
    let bytes = text.split(separator: ":", omittingEmptySubsequences: false)
    let areBytes = bytes.allSatisfy {
      $0.utf8.count == 2 && $0.utf8.allSatisfy { Hexadecimal.value(of: $0) != nil }
    }
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
}
