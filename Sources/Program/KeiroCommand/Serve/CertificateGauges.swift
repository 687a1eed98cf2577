import Cryptography
import Synchronization
import TLS
import Telemetry

/// The expiry times of the served certificates, for scrapes on any thread.
final class CertificateGauges: Sendable {
  private let identities = Mutex<[TLSIdentity]>([])

  func set(_ next: [TLSIdentity]) {
    identities.withLock { $0 = next }
  }

  /// The expiry of each certificate, in seconds since 1970.
  var ends: [(name: String, seconds: Int)] {
    identities.withLock { $0 }.map { ($0.label, $0.certificate.facts.notAfter) }
  }

  /// The metrics; empty without certificates.
  var metrics: String {
    let identities = identities.withLock { $0 }
    guard !identities.isEmpty else { return "" }
    var output = PrometheusText()
    let name = "keiro_tls_certificate_not_after_seconds"
    output.begin(name, type: "gauge", help: "When certificates expire, in seconds since 1970.")
    for identity in identities {
      let certificate = identity.certificate.facts
      output.sample(
        name,
        [
          "name": certificate.names.first ?? "", "key": certificate.keyKind,
          "source": identity.label,
        ],
        String(certificate.notAfter))
    }
    return output.text
  }
}
