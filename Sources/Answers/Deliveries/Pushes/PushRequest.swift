package import JSONSyntax
import LaunchRouting
package import LinkStorage
package import Links
import WebSyntax

/// A notification for devices, as a caller requested it.
package struct PushRequest: Equatable, Sendable {
  package enum Environment: String, CaseIterable, Sendable {
    case production, sandbox
  }

  /// The type of push, with Apple's names for `apns-push-type`.
  package enum Kind: String, CaseIterable, Sendable {
    case alert, background, voip, complication, fileprovider, location, liveactivity, widgets
    case controls, pushtotalk, mdm

    var topicSuffix: String {
      switch self {
      case .alert, .background, .mdm: ""
      case .voip: ".voip"
      case .complication: ".complication"
      case .fileprovider: ".pushkit.fileprovider"
      case .location: ".location-query"
      case .liveactivity: ".push-type.liveactivity"
      case .widgets: ".push-type.widgets"
      case .controls: ".push-type.controls"
      case .pushtotalk: ".voip-ptt"
      }
    }

    var payloadLimit: Int { self == .voip ? 5120 : NotificationPayload.byteLimit }

    var standardPriority: Int { self == .background ? 5 : 10 }
  }

  /// The environment of APNs that issued the device tokens.
  package var environment = Environment.production
  /// The device tokens, in hexadecimal digits.
  package var devices: [String]
  /// The payload as JSON on one line.
  package var payload: String
  package var kind = Kind.alert
  /// The priority 10, 5 or 1; nil for the default of the kind.
  package var priority: Int?
  /// The time until which APNs keeps trying, in seconds since 1970; 0 for one attempt, nil for Apple's
  /// default.
  package var expiration: Int?
  /// The identifier by which notifications replace one another; nil for none.
  package var collapseID: String?

  package init(devices: [String], payload: String) {
    self.devices = devices
    self.payload = payload
  }

  package static let deviceLimit = 500
  /// The length of a token: 64 digits today, but subject to change.
  private static let tokenDigits = 2...200
  private static let collapseBytes = 1...64

  // MARK: - Reading

  /// Reads a body, and reports problems to the collector of the object; nil when there is no
  /// notification to send. `text` returns the JSON of a field's value.
  package static func read(
    _ object: JSONObjectReader, text: (JSONField) -> [UInt8]?
  ) -> PushRequest? {
    let devices = object.required("devices").flatMap(devices)
    var request = PushRequest(devices: devices ?? [], payload: "")
    request.environment = object.present("environment")?.word(Environment.self) ?? .production
    request.kind = object.present("pushType")?.word(Kind.self) ?? .alert
    request.priority = object.present("priority")?.int(in: 1...10)
    request.expiration = object.present("expiration")?.int(in: 0 ... .max)
    request.collapseID = object.present("collapseID")?.string()
    let notification = object.present("notification")
    let payload = object.present("payload")
    switch (notification, payload) {
    case (let field?, nil): request.payload = built(field, text) ?? ""
    case (nil, let field?): request.payload = given(field, text) ?? ""
    case (nil, nil):
      object.field.report("expected 'notification' or 'payload'")
    case (_, let field?): field.report("expected 'notification' or 'payload', not both")
    }
    return request
  }

  private static func devices(_ field: JSONField) -> [String]? {
    guard let elements = field.elements() else { return nil }
    guard (1...deviceLimit).contains(elements.count) else {
      field.report("\(elements.count) devices: expected 1 to \(deviceLimit)")
      return nil
    }
    return elements.compactMap { element in
      element.value("a device token: expected hexadecimal digits") { isToken($0) ? $0 : nil }
    }
  }

  /// Whether a text can be a device token, which becomes part of a path.
  package static func isToken(_ text: String) -> Bool {
    tokenDigits.contains(text.utf8.count) && text.utf8.count.isMultiple(of: 2)
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
      }
  }

  private static func built(_ field: JSONField, _ text: (JSONField) -> [UInt8]?) -> String? {
    guard let bytes = text(field) else { return nil }
    let reported = ReportedNotification(json: bytes)
    for finding in reported.findings where finding.severity == .error {
      let path = finding.path.isEmpty ? "" : "\(finding.path): "
      field.report("\(path)\(finding.message)")
    }
    return reported.payload?.json
  }

  private static func given(_ field: JSONField, _ text: (JSONField) -> [UInt8]?) -> String? {
    guard field.node.object != nil, let bytes = text(field) else {
      field.report("expected the payload as an object such as {\"aps\": {\"alert\": \"Hi\"}}")
      return nil
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: - Checking

  package var faults: [FieldFault] {
    var faults: [FieldFault] = []
    func add(_ field: String, _ detail: String) { faults.append(FieldFault(field, detail)) }
    if payload.utf8.count > kind.payloadLimit {
      add(
        "payload",
        "the payload has \(payload.utf8.count) bytes: expected at most \(kind.payloadLimit)")
    }
    if let priority {
      if ![10, 5, 1].contains(priority) {
        add("priority", "'\(priority)' is not a priority: expected 10, 5 or 1")
      } else if kind == .background, priority != 5 {
        add("priority", "a background push has priority 5, not \(priority)")
      }
    }
    if let bytes = collapseID?.utf8 {
      let length = Self.collapseBytes
      if !length.contains(bytes.count) {
        add("collapseID", "\(bytes.count) bytes: expected 1 to \(length.upperBound)")
      }
      if !bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
        add("collapseID", "expected ASCII characters")
      }
    }
    return faults
  }
}

package struct PushResult: Equatable, Sendable {
  package var device: String
  /// The status that APNs answered with; nil without an answer.
  package var status: Int?
  /// Apple's reason, or one of ours without an answer; nil for an accepted push.
  package var reason: String?
  package var apnsID: String
  /// The time since which the device token is dead (status 410), in milliseconds since 1970; nil for
  /// other answers.
  package var timestamp: Int?
  /// Whether the push may have reached APNs; false for one that was answered without asking.
  package var isSent = true

  package var document: JSONOutput {
    [
      "device": .string(device), "status": .optional(status), "reason": .optional(reason),
      "apnsID": .string(apnsID), "timestamp": .optional(timestamp),
    ]
  }
}

extension PushRequest {
  /// The results when nobody knows what became of the pushes.
  package var unanswered: [PushResult] {
    devices.map { PushResult(device: $0, status: nil, reason: "NoAnswer", apnsID: "") }
  }
}

extension PushResult {
  /// The event for webhooks about an invalid token; nil for any other result.
  package func deathEvent(
    app: String, _ environment: PushRequest.Environment, now: Timestamp
  ) -> WebhookEvent? {
    guard status == 410 else { return nil }
    return WebhookEvent(
      .tokenDead, host: nil, time: now,
      data: [
        "app": .string(app), "environment": .string(environment.rawValue),
        "device": .string(device), "reason": .optional(reason), "timestamp": .optional(timestamp),
      ])
  }
}

extension [PushResult] {
  package var document: JSONOutput {
    ["results": .array(map(\.document))]
  }
}
