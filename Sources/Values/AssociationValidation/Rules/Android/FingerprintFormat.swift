import AppAssociation
import JSONSyntax

/// A fingerprint is a SHA-256 digest: 32 hexadecimal bytes separated by colons. A SHA-1 digest has
/// 20.
///
/// Bad:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6D"]}}]
/// ```
///
/// Bad:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42"]}}]
/// ```
///
/// Good:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
/// ```
enum FingerprintFormat: AndroidRule {
  static let code = "fingerprint-format"

  static func check(_ file: AndroidFile, _ report: inout Report) {
    for target in file.apps {
      for spot in target.member("sha256_cert_fingerprints")?.elements ?? [] {
        guard let text = spot.string else {
          report.error(spot, "found \(spot.node.value.kindName): expected a fingerprint")
          continue
        }
        guard let fault = fault(text) else { continue }
        report.error(
          spot, "'\(text)' is not a SHA-256 fingerprint: \(fault)",
          help: "keytool -list -v prints it after 'SHA256:'")
      }
    }
  }

  private static func fault(_ text: String) -> String? {
    do throws(CertificateFingerprint.Fault) {
      let fingerprint = try CertificateFingerprint(text)
      // Files must have the colons that configurations may leave out.
      guard fingerprint.description == text.uppercased() else { throw .notHexadecimal }
      return nil
    } catch {
      return error.message
    }
  }
}
