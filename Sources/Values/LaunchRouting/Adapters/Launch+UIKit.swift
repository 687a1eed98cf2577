#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  public import UIKit
  public import UserNotifications

  // No decisions are made here: each initialiser copies a UIKit value.

  extension Launch.Notification {
    /// Creates a notification from its request.
    public init(_ request: UNNotificationRequest) {
      self.init(
        identifier: request.identifier,
        trigger: request.trigger is UNPushNotificationTrigger ? .push : .other,
        userInfo: .init(propertyList: request.content.userInfo))
    }
  }

  extension Launch {
    /// Creates a launch from a tap on a notification.
    public init(_ response: UNNotificationResponse) {
      self = .notification(Notification(response.notification.request))
    }

    /// Creates a launch from an activity continued in the app.
    public init(_ activity: NSUserActivity) {
      self = .userActivity(
        UserActivity(
          activityType: activity.activityType, webpageURL: activity.webpageURL?.absoluteString,
          userInfo: .init(propertyList: activity.userInfo ?? [:])))
    }

    /// Creates a launch from a URL that an app delegate is asked to open.
    public init(_ url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) {
      self = .openURL(
        OpenedURL(
          url: url.absoluteString, sourceApplication: options[.sourceApplication] as? String))
    }

    /// Creates a launch from a URL that a scene is asked to open.
    @available(iOS 13, *)
    @MainActor public init(_ context: UIOpenURLContext) {
      self = .openURL(
        OpenedURL(
          url: context.url.absoluteString,
          sourceApplication: context.options.sourceApplication))
    }

    /// Creates a launch from a quick action.
    @MainActor public init(_ item: UIApplicationShortcutItem) {
      self = .shortcutItem(
        ShortcutItem(type: item.type, userInfo: .init(propertyList: item.userInfo ?? [:])))
    }
  }

  extension [Launch] {
    /// Creates all launches in the connection options of a scene: usually one, or ``Launch/normal``
    /// when there is no other.
    @available(iOS 13, *)
    @MainActor public init(_ options: UIScene.ConnectionOptions) {
      self = options.notificationResponse.map { [Launch($0)] } ?? []
      self += options.userActivities.map { Launch($0) }
      self += options.urlContexts.map { Launch($0) }
      self += options.shortcutItem.map { [Launch($0)] } ?? []
      if isEmpty { self = [.normal] }
    }
  }

  extension [String: UserInfoValue] {
    /// Converts a property list; entries with non-string keys are left out.
    init(propertyList: [AnyHashable: Any]) {
      self = [:]
      for (key, value) in propertyList {
        if let key = key as? String { self[key] = UserInfoValue(propertyList: value) }
      }
    }
  }

  extension UserInfoValue {
    init(propertyList value: Any) {
      switch value {
      case let text as String: self = .text(text)
      case let inner as [AnyHashable: Any]: self = .dictionary(.init(propertyList: inner))
      default: self = .other
      }
    }
  }
#endif
