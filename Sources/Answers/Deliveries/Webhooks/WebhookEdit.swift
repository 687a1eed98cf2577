import Cryptography
package import JSONSyntax
package import LinkStorage
package import Links
package import Outgoing
import WebSyntax

/// Requested changes to a webhook; nil fields stay as they are.
package struct WebhookEdit: Equatable, Sendable {
  package var url: String?
  /// The note; empty to remove it.
  package var description: String?
  /// The types of events; empty for all.
  package var types: [WebhookEventType]?
  /// The hosts; empty for all.
  package var hosts: [String]?
  package var isEnabled: Bool?
  /// The receiver's own secret; nil for a random one.
  package var secret: String?

  package init() {}

  private static let urlBytes = 2048
  private static let descriptionBytes = 1000
  private static let hostLimit = 100
  /// Seconds during which an old secret also signs beside a new one.
  package static let overlap = 24 * 3600

  // MARK: - Reading

  /// Reads the fields of a body, and reports problems to the collector of the object.
  package init(reading object: JSONObjectReader, isNew: Bool) {
    url = isNew ? object.required("url")?.string() : object.present("url")?.string()
    if let field = object.optional("description") {
      description = field.isNull ? "" : field.string()
    }
    if let field = object.optional("types") { types = Self.types(field) }
    if let field = object.optional("hosts") { hosts = field.isNull ? [] : field.strings() }
    isEnabled = object.present("enabled")?.bool()
    if isNew { secret = object.present("secret")?.string() }
  }

  private static func types(_ field: JSONField) -> [WebhookEventType]? {
    guard !field.isNull else { return [] }
    return field.elements()?.compactMap { element in
      guard let text = element.string() else { return nil }
      if let type = WebhookEventType(rawValue: text) { return type }
      element.report(fault(ofType: text))
      return nil
    }
  }

  /// The names of the types, of which a ping comes to every webhook that is tested.
  package static let typeNames = WebhookEventType.allCases.map(\.rawValue)

  /// The fault of what is no type.
  package static func fault(ofType text: String) -> WebhookFault {
    .notType(text, nearest: nearestName(to: text, among: typeNames), types: typeNames)
  }

  // MARK: - Checking

  package func faults(_ rules: OutgoingRules) -> [FieldFault] {
    var faults: [FieldFault] = []
    func add(_ field: String, _ reason: WebhookFault) { faults.append(FieldFault(field, reason)) }
    if let url {
      do throws(WebhookFault) {
        if let reason = Self.fault(ofURL: try Self.sent(url), rules) { add("url", reason) }
      } catch {
        add("url", error)
      }
    }
    if let bytes = description?.utf8.count, bytes > Self.descriptionBytes {
      faults.append(
        FieldFault(
          "description", LinkFault.textTooLong(bytes: bytes, limit: Self.descriptionBytes)))
    }
    if let characters = description?.unicodeScalars {
      if characters.contains(where: \.isControl) {
        faults.append(FieldFault("description", LinkFault.controlCharacter))
      }
      if characters.contains(where: \.turnsText) { add("description", .turningCharacter) }
    }
    for host in hosts ?? [] where HostPattern(host) == nil { add("hosts", .notHost(host)) }
    if let count = hosts?.count, count > Self.hostLimit {
      add("hosts", .tooManyHosts(count, limit: Self.hostLimit))
    }
    if let secret, WebhookSignature.key(of: secret) == nil { add("secret", .notSecret) }
    return faults
  }

  /// The URL that a browser would send.
  private static func sent(_ typed: String) throws(WebhookFault) -> WebURL {
    try checkLength(typed)
    let sent = try Result { () throws(SentURL.Fault) in try SentURL(typed).text }
      .mapError { fault -> WebhookFault in
        fault == .notURL ? .notWebAddress(typed) : .impossible(typed, DestinationFault(fault))
      }.get()
    // Punycode and percent-encoding make it longer.
    try checkLength(sent)
    guard let url = WebURL(sent), URLScheme.isWeb(url.scheme) else { throw .notWebAddress(typed) }
    return url
  }

  private static func checkLength(_ url: String) throws(WebhookFault) {
    guard url.utf8.count <= urlBytes else {
      throw .urlTooLong(bytes: url.utf8.count, limit: urlBytes)
    }
  }

  /// The server behind a name is only known when a connection is opened; a literal address is refused
  /// at once.
  private static func fault(ofURL url: WebURL, _ rules: OutgoingRules) -> WebhookFault? {
    guard url.userInfo == nil else { return .userInfo }
    guard url.fragment == nil else { return .fragment }
    guard url.scheme == "https" || rules.allowPlainHTTP else { return .plainHTTP }
    let port = url.port.flatMap { Int($0) } ?? (url.scheme == "https" ? 443 : 80)
    if let address = IPAddress(urlHost: url.host), !rules.admits(address, port: port) {
      return .notPublic(address, port: port)
    }
    return nil
  }

  // MARK: - Applying

  /// A webhook with these values; nil when the random generator failed.
  package func make(now: Timestamp) -> Webhook? {
    guard let url, let id = RandomBytes.base62(16),
      let secret = secret ?? WebhookSignature.makeSecret()
    else { return nil }
    var webhook = Webhook(id: "wh_" + id, url: url, secret: secret, now: now)
    apply(to: &webhook, now: now)
    return webhook
  }

  package func apply(to webhook: inout Webhook, now: Timestamp) {
    let former = webhook
    if let url = url.map({ (try? Self.sent($0).description) ?? $0 }) {
      // Another receiver starts without failures.
      if url != webhook.url { webhook.failingSince = nil }
      webhook.url = url
    }
    if let description { webhook.description = description.isEmpty ? nil : description }
    if let types { webhook.types = Set(types) }
    if let hosts {
      var seen: Set<String> = []
      webhook.hosts = hosts.compactMap { HostPattern($0)?.description }
        .filter { seen.insert($0).inserted }
    }
    if isEnabled == true, !webhook.isEnabled {
      webhook.disabledAt = nil
      webhook.disabledReason = nil
      webhook.failingSince = nil
    }
    if isEnabled == false, webhook.isEnabled { webhook.disabledAt = now }
    if webhook != former { webhook.updatedAt = now }
  }
}

extension Webhook {
  /// Adds a new secret, which it returns, as the first one; the others stay valid for a day. Nil when the
  /// random generator failed.
  package mutating func rotate(now: Timestamp) -> String? {
    guard let secret = WebhookSignature.makeSecret() else { return nil }
    let end = now.adding(WebhookEdit.overlap)
    secrets =
      [Secret(secret)]
      + secrets.filter { $0.expires.map { $0 > now } ?? true }.prefix(4).map {
        Secret($0.text, expires: $0.expires ?? end)
      }
    updatedAt = now
    return secret
  }

  /// The JSON for commands and API calls, without the secrets.
  package var document: JSONOutput {
    [
      "id": .string(id), "url": .string(url), "description": .optional(description),
      "types": .strings(types.map(\.rawValue).sorted()), "hosts": .strings(hosts),
      "enabled": .bool(isEnabled), "disabledAt": .optional(disabledAt?.description),
      "disabledReason": .optional(disabledReason?.sentence),
      "failingSince": .optional(failingSince?.description),
      "createdAt": .string(createdAt.description), "updatedAt": .string(updatedAt.description),
    ]
  }

  /// The JSON that is shown once, with the newest secret.
  package var documentWithSecret: JSONOutput {
    document + ["secret": .optional(secrets.first?.text)]
  }
}

extension Delivery.State {
  package var name: String {
    switch self {
    case .pending: "pending"
    case .delivered: "delivered"
    case .failed: "failed"
    }
  }
}

extension Delivery {
  package var document: JSONOutput {
    let last = attempts.last
    let log = attempts.map { attempt in
      [
        "time": .string(attempt.time.description), "status": .optional(attempt.status),
        "error": .optional(attempt.error?.sentence), "milliseconds": .int(attempt.milliseconds),
      ] as JSONOutput
    }
    return [
      "id": .int(number), "message": .string(new.message), "type": .string(new.type.rawValue),
      "timestamp": .string(new.time.description), "state": .string(state.name),
      "status": .optional(last?.status), "error": .optional(last?.error?.sentence),
      "nextAttempt": .optional(state == .pending ? nextAt.description : nil),
      "attempts": .array(log), "body": .string(new.body),
    ]
  }
}

package struct DeliveryPage: Sendable {
  package private(set) var deliveries: [Delivery]
  /// The `before` of the next page; nil on the last one.
  package let next: Int?

  /// - Parameter number: the `next` of the preceding page; nil for the first page.
  package init(
    of id: String, in store: any WebhookKeeping, state: Delivery.State? = nil,
    before number: Int?, limit: Int
  ) throws(LinkStoreError) {
    let limit = min(max(limit, 1), 1000)
    // One more than requested shows whether there is another page.
    let found = try store.deliveries(of: id, in: state, before: number, limit: limit + 1)
    deliveries = Array(found.prefix(limit))
    next = found.count > limit ? deliveries.last?.number : nil
  }

  /// The same page without deliveries about hosts outside a reach, which may leave it empty.
  package func within(_ reach: HostReach) -> DeliveryPage {
    var page = self
    page.deliveries.removeAll { !WebhookMessage.isWithin(reach, $0.new) }
    return page
  }

  package var document: JSONOutput {
    ["deliveries": .array(deliveries.map(\.document)), "next": .optional(next.map(String.init))]
  }
}
