import AppAssociation
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

  /// The fingerprint in the form that Android compares: upper case with colons.
  private func fingerprint(_ field: JSONField) -> String? {
    guard let text = field.text() else { return nil }
    do throws(CertificateFingerprint.Fault) {
      return try CertificateFingerprint(text).description
    } catch {
      field.report("'\(text)' is not a SHA-256 fingerprint: \(error.message)")
      return nil
    }
  }
}
