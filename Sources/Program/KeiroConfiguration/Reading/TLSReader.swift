import JSONSyntax
import TLS
import WebSyntax

/// Reads the section `server.tls`.
struct TLSReader {
  let folder: ConfigurationFolder

  /// The number of hosts with certificates from an authority, which limits the orders it accepts;
  /// each host is one order.
  private static let hostLimit = 100

  func read(_ field: JSONField) -> TLSSettings? {
    field.object { object in
      var settings = TLSSettings()
      object.set(&settings.certificates, "certificates", certificates)
      object.set(&settings.minimum, "minimum") { field in
        field.value(
          { TLSVersion(rawValue: $0) }, isNot: "a version of TLS: expected \"1.2\" or \"1.3\"")
      }
      settings.clientAuthorities = object.optional("clientCA").flatMap(path)
      object.set(&settings.redirectsPlain, "redirectPlain") { $0.bool() }
      settings.strictTransport = object.optional("hsts").flatMap(strictTransport)
      settings.acme = object.optional("acme").flatMap(acme)
      if object.optional("certificates") == nil, object.optional("acme") == nil {
        field.report("there is no certificate: expected 'certificates' or 'acme'")
      }
      return settings
    }
  }

  /// One year in seconds, the minimum for the browsers' preload list (hstspreload.org).
  private static let preloadedAge = 31_536_000

  private func strictTransport(_ field: JSONField) -> StrictTransportSettings? {
    field.object { object in
      let maxAge = object.required("maxAge")?.int(in: 0...1_000_000_000)
      var settings = StrictTransportSettings(maxAge: maxAge ?? 0)
      object.set(&settings.includeSubDomains, "includeSubDomains") { $0.bool() }
      object.set(&settings.preload, "preload") { $0.bool() }
      if settings.preload, let maxAge, maxAge < Self.preloadedAge || !settings.includeSubDomains {
        field.report(
          "'preload' is for whole domains: expected 'includeSubDomains' and a 'maxAge' of at least "
            + "\(Self.preloadedAge)")
      }
      return settings
    }
  }

  private func certificates(_ field: JSONField) -> [CertificateFiles]? {
    guard let elements = field.elements() else { return nil }
    if elements.isEmpty { field.report("the array is empty: expected at least one certificate") }
    return elements.compactMap { element in
      element.object { object -> CertificateFiles? in
        let chain = object.required("chain").flatMap(path)
        let key = object.required("key").flatMap(path)
        guard let chain, let key else { return nil }
        return CertificateFiles(chain: chain, key: key)
      } ?? nil
    }
  }

  private func path(_ field: JSONField) -> String? { field.text().map(folder.resolve) }

  private func acme(_ field: JSONField) -> ACMESettings? {
    field.object { object in
      let hosts = object.required("hosts").map(hosts) ?? []
      var settings = ACMESettings(hosts: hosts, storage: folder.resolve("acme"))
      object.set(&settings.directory, "directory", directory)
      settings.email = object.optional("email").flatMap(email)
      object.set(&settings.storage, "storage", path)
      return settings
    }
  }

  private func hosts(_ field: JSONField) -> [String] {
    let hosts = field.distinct { plainHost($0) }
    let count = field.node.array?.count
    if count == 0 { field.report("the array is empty: expected at least one host") }
    if let count, count > Self.hostLimit {
      field.report("the array has \(count) hosts: expected at most \(Self.hostLimit)")
    }
    return hosts
  }

  private func directory(_ field: JSONField) -> String? {
    field.value(
      { text in
        guard let url = WebURL(text), url.scheme == "https", url.userInfo == nil,
          url.fragment == nil, !text.contains(" ")
        else { return nil }
        return text
      },
      isNot: "the directory of an authority: expected one such as \(ACMESettings.publicDirectory)")
  }

  private func email(_ field: JSONField) -> String? {
    field.value(
      { text in
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        let isAddress =
          parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
          && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        return isAddress ? text : nil
      }, isNot: "an e-mail address: expected one such as admin@example.com")
  }
}
