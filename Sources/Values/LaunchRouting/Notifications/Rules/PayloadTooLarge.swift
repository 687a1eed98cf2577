extension NotificationRule {
  /// APNs rejects payloads of more than 4096 bytes of UTF-8.
  static let payloadTooLarge = NotificationRule(
    code: "payload-too-large", severity: .error
  ) { notification in
    let payload = NotificationPayload(notification)
    let limit = NotificationPayload.byteLimit
    guard payload.byteCount > limit else { return [] }
    let largest = notification.largestField
    return [
      Fault(
        largest.path,
        "the payload has \(payload.byteCount) bytes, \(payload.byteCount - limit) more than the "
          + "\(limit) that APNs accepts: the largest field is '\(largest.path)' with "
          + "\(largest.byteCount) bytes")
    ]
  }
}
