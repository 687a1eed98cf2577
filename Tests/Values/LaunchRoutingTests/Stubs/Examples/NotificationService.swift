import Intents
import LaunchRouting
import UserNotifications

class NotificationService: UNNotificationServiceExtension {
  override func didReceive(
    _ request: UNNotificationRequest,
    withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
  ) {
    let notification = CommunicationNotification(request.content)
    let content = try? notification?.content(updating: request.content, image: picture)
    contentHandler(content ?? request.content)
  }

  /// The picture of an https URL, small enough for an extension.
  private func picture(_ url: String) -> INImage? {
    guard let url = URL(string: url), let data = try? Data(contentsOf: url) else { return nil }
    return INImage(imageData: data)
  }
}
