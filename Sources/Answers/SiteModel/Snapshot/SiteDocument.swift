import JSONSyntax

/// A document below `/.well-known/` that describes to systems and browsers what belongs to a host.
package enum SiteDocument: String, CaseIterable, Sendable {
  case apple = "apple-app-site-association"
  case android = "assetlinks.json"
  /// HarmonyOS: apps that open the host's links (Huawei, "Using App Linking").
  case appLinking = "applinking.json"
  /// Origins that may use the host's passkeys (WebAuthn Level 3, section 5.11).
  case webAuthn = "webauthn"
  /// Addresses for creating and managing passkeys (W3C, "A Well-Known URL for Relying Party Passkey
  /// Endpoints").
  case passkeyEndpoints = "passkey-endpoints"

  /// The path at which the document is served.
  package var path: String { "/.well-known/" + rawValue }

  /// Whether the path is reserved on every site, even on one without the document. The paths of
  /// other documents are free for a file of the site's folder.
  var isEverywhere: Bool { self == .apple || self == .android }
}

/// The targets of `/.well-known/passkey-endpoints`: https URLs.
package struct PasskeyEndpoints: Equatable, Sendable {
  /// The address for creating a passkey; nil for none.
  package var enroll: String?
  /// The address for viewing and removing passkeys; nil for none.
  package var manage: String?

  package init(enroll: String? = nil, manage: String? = nil) {
    self.enroll = enroll
    self.manage = manage
  }
}

extension SiteDefinition {
  /// Returns the documents that depend only on the configuration.
  func plainDocuments(apps: [AppDefinition]) -> [SiteDocument: [UInt8]] {
    var documents: [SiteDocument: JSONOutput] = [:]
    let list = harmonyApps(apps)
    if !list.isEmpty {
      documents[.appLinking] = .object([
        .init("applinking", .object([.init("apps", .array(list))]))
      ])
    }
    if let webAuthnOrigins {
      documents[.webAuthn] = .object([.init("origins", .strings(webAuthnOrigins))])
    }
    if let passkeys {
      let members = [("enroll", passkeys.enroll), ("manage", passkeys.manage)]
      documents[.passkeyEndpoints] = .object(
        members.compactMap { name, url in url.map { .init(name, .string($0)) } })
    }
    return documents.mapValues { Array($0.pretty.utf8) }
  }

  /// The apps of `applinking.json`. When several open a link, the one with the largest `index` wins
  /// (Huawei, "Using App Linking": from -100 to 100), so apps with successors have one.
  private func harmonyApps(_ apps: [AppDefinition]) -> [JSONOutput] {
    let succession = AppSuccession(of: apps)
    return succession.lines(of: namedApps.sorted()).compactMap { number in
      guard let identifier = apps[number].harmony?.appIdentifier else { return nil }
      let line = succession.line(of: number)
      var members = [JSONOutput.Member("appIdentifier", .string(identifier))]
      if let age = line.firstIndex(of: number), line.count > 1 {
        members.append(.init("index", .int(max(100 - age, -100))))
      }
      return .object(members)
    }
  }
}
