import SiteModel

/// An Android app without fingerprints is left out of `assetlinks.json`, so its links open in the
/// browser.
enum FingerprintsMissing: ConfigurationRule {
  static func check(_ subject: ReviewedConfiguration, _ report: inout ReviewReport) {
    for (path, app) in subject.apps where app.android?.sha256CertFingerprints.isEmpty == true {
      report.warn(
        path + ".android.sha256CertFingerprints",
        "without a fingerprint no assetlinks.json names the app, and Android opens no link in it")
    }
  }
}
