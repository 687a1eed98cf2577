#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  public import UIKit
  public import UserNotifications

  // Nothing here decides anything: each initialiser copies what a value of UIKit holds.

  extension Launch.Notification {
    /// The notification of a request.
    public init(_ request: UNNotificationRequest) {
      self.init(
        identifier: request.identifier,
        trigger: request.trigger is UNPushNotificationTrigger ? .push : .other,
        userInfo: .init(propertyList: request.content.userInfo))
    }
  }

  extension Launch {
    /// A tap on a notification.
    public init(_ response: UNNotificationResponse) {
      self = .notification(Notification(response.notification.request))
    }

    /// An activity that goes on in the app.
    public init(_ activity: NSUserActivity) {
      self = .userActivity(
        UserActivity(
          activityType: activity.activityType, webpageURL: activity.webpageURL?.absoluteString,
          userInfo: .init(propertyList: activity.userInfo ?? [:])))
    }

    /// A URL as an app delegate is asked to open it.
    public init(_ url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) {
      self = .openURL(
        OpenedURL(
          url: url.absoluteString, sourceApplication: options[.sourceApplication] as? String))
    }

    /// A URL as a scene is asked to open it.
    @available(iOS 13, *)
    @MainActor public init(_ context: UIOpenURLContext) {
      self = .openURL(
        OpenedURL(
          url: context.url.absoluteString,
          sourceApplication: context.options.sourceApplication))
    }

    /// A quick action.
    @MainActor public init(_ item: UIApplicationShortcutItem) {
      self = .shortcutItem(
        ShortcutItem(type: item.type, userInfo: .init(propertyList: item.userInfo ?? [:])))
    }
  }

  extension [Launch] {
    /// Everything that a scene was started with: one launch as a rule, ``Launch/normal`` when there
    /// is nothing else.
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
    /// A property list; entries whose keys are no strings are left out.
    init(propertyList: [AnyHashable: Any]) {
      self = [:]
      for (key, value) in propertyList {
        if let key = key as? String { self[key] = UserInfoValue(propertyList: value) }
      }
    }

    /// A property list whose keys are strings.
    init(propertyList: [String: any NSSecureCoding]) {
      self = propertyList.mapValues { UserInfoValue(propertyList: $0) }
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
