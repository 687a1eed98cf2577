import Cryptography
import Synchronization
import TLS
import Telemetry

/// The expiry times of the served certificates, for scrapes on any thread.
final class CertificateGauges: Sendable {
  private let served = Mutex<(identities: [TLSIdentity], missing: Int?)>(([], nil))

  func set(_ next: ServedCertificates) {
    served.withLock { $0 = (next.identities, next.missing?.count) }
  }

  /// The expiry of each certificate, in seconds since 1970.
  var ends: [(name: String, seconds: Int)] {
    served.withLock(\.identities).map { ($0.label, $0.certificate.facts.notAfter) }
  }

  /// The metrics; empty without certificates.
  var metrics: String {
    let (identities, missing) = served.withLock(\.self)
    var output = PrometheusText()
    if let missing {
      let name = "keiro_tls_hosts_without_certificate"
      output.begin(name, type: "gauge", help: "Hosts whose certificates are ordered and missing.")
      output.sample(name, [:], String(missing))
    }
    guard !identities.isEmpty else { return output.text }
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
