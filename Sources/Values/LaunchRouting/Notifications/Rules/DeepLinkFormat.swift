extension NotificationRule {
  /// The app opens the deep link like any other, so it must be a complete URL.
  static let deepLinkFormat = NotificationRule(
    code: "deep-link-format", severity: .error
  ) { notification in
    guard let url = notification.url, AppURL(url) == nil else { return [] }
    return [Fault("url", "'\(url)' is not a URL: expected a scheme followed by a path or a host")]
  }
}
