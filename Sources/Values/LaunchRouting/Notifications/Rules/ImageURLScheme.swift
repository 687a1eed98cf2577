extension NotificationRule {
  /// The extension loads pictures over the network, where App Transport Security requires https.
  static let imageURLScheme = NotificationRule(
    code: "image-url-scheme", severity: .error
  ) { notification in
    let images =
      notification.people.map { ("\($0.path).imageURL", $0.person.imageURL) }
      + [("group.imageURL", notification.group?.imageURL)]
    return images.compactMap { path, url in
      guard let url, AppURL(url)?.isWeb != true || AppURL(url)?.scheme != "https" else {
        return nil
      }
      return Fault(path, "'\(url)' is not the address of a picture: expected an https URL")
    }
  }
}
