import Cryptography
import Links
import WebSyntax

extension Examination {
  func encryption(_ check: DoctorCheck) -> Judgement {
    guard let address = reached.first(where: { !$0.certificates.isEmpty }),
      let own = address.certificates.first
    else {
      return withoutTLS(check)
    }
    switch check {
    case .tlsChain: return chain(address, own)
    case .tlsExpiry: return expiry(address)
    case .tlsVersion: return oldVersions()
    case .tlsKey: return key(own, address)
    case .tlsAddresses: return sameCertificate()
    case .tlsUsage: return usage(own, address)
    default: return strictTransport()
    }
  }

  private func withoutTLS(_ check: DoctorCheck) -> Judgement {
    let failure = reached.first { $0.apple.failure != nil }?.apple.failure
    switch check {
    case .tlsChain where speaksOldTLSOnly:
      return .skip("no certificate was shown: see tls-version")
    case .tlsChain:
      return .fail(
        Verification.plain(failure, port: host.port) ?? "no certificate was shown",
        help: "let port \(host.port) speak TLS: listen \(host.port) ssl;")
    case .tlsVersion where speaksOldTLSOnly:
      return .fail("the server supports nothing newer than TLS 1.1")
    default: return .skip("no TLS connection was established")
    }
  }

  /// Whether the server, to which every other TLS connection failed, supports TLS 1.0 or 1.1.
  var speaksOldTLSOnly: Bool { host.oldTLS?.status != nil }

  private func chain(_ address: AddressObservation, _ own: Certificate) -> Judgement {
    // Certificates for IP addresses are left to the library, which also compares them.
    let wrong =
      IPAddress(host.host) == nil
      ? reached.compactMap(\.certificates.first).first { !$0.covers(host.host) } : nil
    if let wrong {
      let names = wrong.names.prefix(5).joined(separator: ", ").shown
      let stands = names.isEmpty ? "no name" : names
      return .fail(
        "the certificate is for \(stands), not for \(host.host)",
        help: "serve a certificate for \(host.host): certbot --nginx -d \(host.host), and see that "
          + "server_name \(host.host); is next to it")
    }
    let distrust = reached.compactMap(\.distrust).first {
      !Verification.isOfTime($0.code) && !Verification.isOfKey($0.code)
    }
    guard let distrust else {
      let count = address.certificates.count
      return .pass("\(self.count(count, "certificate")), issued by \(own.issuer.shown)")
    }
    return .fail(Verification.explanation(distrust, address.certificates), help: help(distrust))
  }

  private func help(_ distrust: AddressObservation.Distrust) -> String? {
    switch distrust.code {
    case Verification.selfSigned, Verification.privateRoot:
      "get a certificate from a public authority, such as Let's Encrypt: Apple and Google trust no "
        + "other; --cacert trusts one for this check"
    case Verification.wrongPurpose: remedy(.tlsUsage)
    default: nil
    }
  }

  /// The first second of July 2019: certificates issued before it are exempt.
  private static let firstLimited = 1_561_939_200
  private static let longestLife = 825

  /// Source: Apple, "Requirements for trusted certificates in iOS 13 and macOS 10.15"
  /// (support.apple.com/103769), which also holds for authorities of one's own.
  private func usage(_ own: Certificate, _ address: AddressObservation) -> Judgement {
    if [Verification.wrongPurpose, Verification.selfSigned].contains(address.distrust?.code) {
      return .skip("see \(DoctorCheck.tlsChain.rawValue)")
    }
    let days = (own.notAfter - own.notBefore) / 86_400
    guard own.notBefore >= Self.firstLimited else {
      return .pass("issued before July 2019: Apple's rules for newer ones do not apply")
    }
    guard own.isForServers == true else {
      return .warn(
        "the certificate does not say that it is for servers (serverAuth), as Apple's systems "
          + "require" + (days > Self.longestLife ? ", and is valid for \(days) days" : ""))
    }
    return days > Self.longestLife
      ? .warn(
        "the certificate is valid for \(days) days: Apple's systems refuse more than \(Self.longestLife)"
      )
      : .pass("for servers, valid for \(count(days, "day"))")
  }

  private func expiry(_ address: AddressObservation) -> Judgement {
    let all = reached.flatMap(\.certificates)
    guard let first = all.min(by: { $0.notAfter < $1.notAfter }) else {
      return .skip("no certificate was shown")
    }
    let name = first.subject.shown(limit: 80)
    if let early = all.first(where: { $0.notBefore > now.secondsSinceEpoch }) {
      let day = Self.day(early.notBefore)
      return .fail(
        "the certificate of \(early.subject.shown(limit: 80)) is not valid before \(day)",
        help: "set the clock of the machine that made it, or wait")
    }
    let left = first.notAfter - now.secondsSinceEpoch
    let day = Self.day(first.notAfter)
    guard left >= 0 else { return .fail("the certificate of \(name) expired on \(day)") }
    let days = left / 86_400
    let evidence = "the certificate of \(name) expires on \(day), in \(count(days, "day"))"
    if days < 3 { return .fail(evidence) }
    return days < 14 ? .warn(evidence) : .pass(evidence)
  }

  private static func day(_ seconds: Int) -> String {
    String(Timestamp(secondsSinceEpoch: seconds).description.prefix(10))
  }

  private func oldVersions() -> Judgement {
    guard let old = host.oldTLS else { return .skip("older versions were not tried") }
    return old.status == nil
      ? .pass("TLS 1.2 or later; older versions are refused")
      : .warn("TLS 1.1 or 1.0 is still supported")
  }

  private func key(_ own: Certificate, _ address: AddressObservation) -> Judgement {
    let evidence =
      "\(own.keyKind) of \(own.keyBits) bits"
      + (own.signatureDigest.map { ", signed with \($0)" } ?? "")
    let least =
      switch own.keyKind {
      case "RSA", "RSA-PSS", "DSA", "DH": 2048
      default: 253
      }
    if own.keyBits < least { return .fail(evidence) }
    // The signature of a root is never verified.
    let weak = address.certificates.first {
      !$0.isSelfIssued && ["SHA1", "MD5", "RSA-SHA1", "RSA-MD5"].contains($0.signatureDigest)
    }
    if let weak {
      let digest = weak.signatureDigest ?? "an old digest"
      return .fail("\(weak.subject.shown(limit: 80)) is signed with \(digest)")
    }
    return .pass(evidence)
  }

  private func sameCertificate() -> Judgement {
    let shown = reached.filter { !$0.certificates.isEmpty }
    guard shown.count > 1, let first = shown.first else { return .skip("there is one address") }
    let other = shown.first {
      $0.certificates.first?.fingerprint != first.certificates.first?.fingerprint
    }
    guard let other else { return .pass("the same at \(shown.count) addresses") }
    let ends = [first, other].map { address in
      let day = address.certificates.first.map { Self.day($0.notAfter) } ?? "unknown"
      return "\(address.address) until \(day)"
    }
    return .warn("different certificates: " + ends.joined(separator: ", "))
  }

  private func strictTransport() -> Judgement {
    guard let answer = main?.apple, answer.status != nil else { return .skip("there is no answer") }
    guard let value = answer["strict-transport-security"] else {
      return .warn("the field is absent", help: strictHelp)
    }
    guard let age = answer.maxAge("strict-transport-security", separator: ";") else {
      return .warn("'\(value.shown)' has no max-age", help: strictHelp)
    }
    return age < 86_400
      ? .warn("max-age is \(age): less than a day", help: strictHelp)
      : .pass(value.shown)
  }

  /// The advice when Keiro terminates TLS itself; nil for the advice of the documentation.
  private var strictHelp: String? {
    expected.endsTLS ? "let Keiro, which terminates TLS itself, send it: server.tls.hsts" : nil
  }
}

/// The results of OpenSSL's verification that doctor distinguishes.
enum Verification {
  static let selfSigned = 18
  static let privateRoot = 19
  static let wrongPurpose = 26

  /// Whether the chain is valid except that it has expired or is not valid yet.
  static func isOfTime(_ code: Int) -> Bool { code == 9 || code == 10 }

  /// Whether the chain is valid except for a weak key or digest.
  static func isOfKey(_ code: Int) -> Bool { (66...68).contains(code) }

  /// Returns the reason why there is no TLS connection; nil when unknown.
  static func plain(_ failure: Observed.Failure?, port: Int) -> String? {
    guard let message = failure?.message else { return nil }
    // OpenSSL's message for bytes that are not TLS, such as those of an HTTP server.
    return message.hasSuffix("wrong version number")
      ? "port \(port) answers without TLS, as plain HTTP does" : message
  }

  static func explanation(
    _ distrust: AddressObservation.Distrust, _ chain: [Certificate]
  ) -> String {
    switch distrust.code {
    case selfSigned: return "the certificate is self-signed"
    case wrongPurpose:
      return "the certificate is not for servers: its extended key usage lacks serverAuth"
    case privateRoot:
      return "the root \(chain.last?.issuer.shown ?? "of the chain") is not a public one"
    case 2, 20, 21:
      guard let last = chain.last, !last.isSelfIssued else { return "the root is not trusted" }
      return chain.count == 1
        ? "the server sends only its own certificate: the intermediate certificate of "
          + "\(last.issuer.shown) is missing, or its root is not a public one"
        : "the chain ends at \(last.subject.shown), and its issuer \(last.issuer.shown) is not known"
    default: return distrust.message.shown
    }
  }
}
