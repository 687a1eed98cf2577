import JSONSyntax
package import Links

/// An endpoint to which events are sent.
package struct Webhook: Equatable, Sendable {
  /// The identifier, which never changes.
  package let id: String
  package var url: String
  package var description: String?
  package var types: Set<WebhookEventType> = []
  /// The hosts whose events it receives, without those of no host; empty for all events. A host that
  /// begins with `*.` stands for every host one label deeper.
  package var hosts: [String] = []
  /// The signing keys, newest first.
  package var secrets: [Secret]
  package var createdAt: Timestamp
  /// The time of the last change by a person or token.
  package var updatedAt: Timestamp
  /// The time at which it was disabled; nil while it is enabled.
  package var disabledAt: Timestamp?
  /// Why the service disabled it; nil when a person or token did.
  package var disabledReason: StoredFault?
  /// The time since which every attempt has failed; nil after a success.
  package var failingSince: Timestamp?
  package var revision = 1

  package struct Secret: Equatable, Sendable {
    /// `whsec_` followed by the key in Base64.
    package let text: String
    /// The time of its expiry; nil for the permanent one.
    package var expires: Timestamp?

    package init(_ text: String, expires: Timestamp? = nil) {
      self.text = text
      self.expires = expires
    }
  }

  /// Creates an enabled webhook with one permanent secret.
  package init(id: String, url: String, secret: String, now: Timestamp) {
    self.id = id
    self.url = url
    secrets = [Secret(secret)]
    createdAt = now
    updatedAt = now
  }

  package var isEnabled: Bool { disabledAt == nil }

  /// The hosts whose events it receives.
  package var reach: HostReach { HostReach(stored: hosts.joined(separator: " ")) }

  /// The keys to sign with at a time.
  package func secrets(at now: Timestamp) -> [String] {
    secrets.filter { secret in secret.expires.map { $0 > now } ?? true }.map(\.text)
  }

  /// Whether it receives events of a type. A ping goes to its endpoint alone.
  package func subscribes(to type: WebhookEventType) -> Bool {
    isEnabled && type != .ping && (types.isEmpty || types.contains(type))
  }

  package func subscribes(as other: Webhook) -> Bool {
    isEnabled == other.isEnabled && types == other.types
  }

  package func wants(_ event: WebhookEvent) -> Bool {
    guard subscribes(to: event.type) else { return false }
    guard !hosts.isEmpty else { return true }
    // An event without a host may concern any host.
    guard let host = event.host else { return false }
    // `*.example.com` stands for every host one label deeper.
    let parent = host.firstIndex(of: ".").map { "*" + host[$0...] }
    return hosts.contains { $0 == host || $0 == parent }
  }
}

extension [Webhook] {
  /// The types that at least one of the webhooks receives.
  package var types: Set<WebhookEventType> {
    Set(WebhookEventType.allCases.filter { type in contains { $0.subscribes(to: type) } })
  }
}

package enum WebhookCodec {
  /// The webhook as JSON, without identifier and revision.
  package static func encode(_ webhook: Webhook) -> String {
    let secrets = webhook.secrets.map { secret in
      JSONOutput.object([
        .init("text", .string(secret.text)), .init("expires", time(secret.expires)),
      ])
    }
    return JSONOutput.object([
      .init("url", .string(webhook.url)), .init("description", .optional(webhook.description)),
      .init("types", .strings(webhook.types.map(\.rawValue).sorted())),
      .init("hosts", .strings(webhook.hosts)), .init("secrets", .array(secrets)),
      .init("createdAt", time(webhook.createdAt)), .init("updatedAt", time(webhook.updatedAt)),
      .init("disabledAt", time(webhook.disabledAt)),
      .init("disabledReason", .optional(webhook.disabledReason?.sentence)),
      .init("disabledCode", .optional(webhook.disabledReason?.code)),
      .init("failingSince", time(webhook.failingSince)),
    ]).compact
  }

  /// - Throws: `corrupt` for a text that `encode` did not write.
  package static func decode(
    id: String, revision: Int, _ text: String
  ) throws(LinkStoreError) -> Webhook {
    guard let root = JSONDocument(stored: text.utf8)?.root,
      let url = root.member("url")?.string,
      let secrets = root.member("secrets")?.array?.compactMap(secret), !secrets.isEmpty
    else {
      throw LinkStoreError(.corrupt, "a webhook cannot be read", operation: "read webhooks")
    }
    var webhook = Webhook(
      id: id, url: url, secret: secrets[0].text,
      now: time(root.member("createdAt")) ?? Timestamp(secondsSinceEpoch: 0))
    webhook.secrets = secrets
    webhook.description = root.member("description")?.string
    // Types that only a newer keiro knows are ignored.
    webhook.types = Set(strings(root.member("types")).compactMap(WebhookEventType.init))
    webhook.hosts = strings(root.member("hosts"))
    webhook.updatedAt = time(root.member("updatedAt")) ?? webhook.createdAt
    webhook.disabledAt = time(root.member("disabledAt"))
    webhook.disabledReason = root.member("disabledReason")?.string.map {
      StoredFault(sentence: $0, code: root.member("disabledCode")?.string)
    }
    webhook.failingSince = time(root.member("failingSince"))
    webhook.revision = revision
    return webhook
  }

  private static func time(_ time: Timestamp?) -> JSONOutput {
    time.map { .int($0.secondsSinceEpoch) } ?? .null
  }

  private static func time(_ node: JSONNode?) -> Timestamp? {
    node?.wholeNumber.map(Timestamp.init(secondsSinceEpoch:))
  }

  private static func strings(_ node: JSONNode?) -> [String] {
    node?.array?.compactMap(\.string) ?? []
  }

  private static func secret(_ node: JSONNode) -> Webhook.Secret? {
    node.member("text")?.string.map { Webhook.Secret($0, expires: time(node.member("expires"))) }
  }
}
