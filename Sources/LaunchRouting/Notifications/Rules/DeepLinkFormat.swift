extension NotificationRule {
  /// The app opens the deep link as it would any other, so it has to be a whole URL.
  static let deepLinkFormat = NotificationRule(
    code: "deep-link-format", severity: .error
  ) { notification in
    guard let url = notification.url, AppURL(url) == nil else { return [] }
    return [Fault("url", "'\(url)' is no URL: expected a scheme and what it opens")]
  }
}
