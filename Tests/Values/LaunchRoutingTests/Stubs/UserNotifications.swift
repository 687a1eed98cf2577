// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Just enough of UserNotifications for the adapters to be type-checked where Apple's SDK is absent.
@_exported import Foundation

open class UNNotificationTrigger {}
open class UNPushNotificationTrigger: UNNotificationTrigger {}

open class UNNotificationContent {
  open var userInfo: [AnyHashable: Any] { [:] }
  open func updating(
    from provider: any UNNotificationContentProviding
  ) throws -> UNNotificationContent { self }
}
open class UNMutableNotificationContent: UNNotificationContent {}

public protocol UNNotificationContentProviding {}

open class UNNotificationRequest {
  open var identifier: String { "" }
  open var content: UNNotificationContent { UNNotificationContent() }
  open var trigger: UNNotificationTrigger? { nil }
}

open class UNNotification {
  open var request: UNNotificationRequest { UNNotificationRequest() }
}

open class UNNotificationResponse {
  open var notification: UNNotification { UNNotification() }
}

public struct UNNotificationPresentationOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let banner = UNNotificationPresentationOptions(rawValue: 16)
  public static let sound = UNNotificationPresentationOptions(rawValue: 2)
}

public protocol UNUserNotificationCenterDelegate: AnyObject {
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void)
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void)
}

open class UNUserNotificationCenter {
  public class func current() -> UNUserNotificationCenter { UNUserNotificationCenter() }
  open weak var delegate: (any UNUserNotificationCenterDelegate)?
}

open class UNNotificationServiceExtension {
  public init() {}
  open func didReceive(
    _ request: UNNotificationRequest,
    withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
  ) {}
  open func serviceExtensionTimeWillExpire() {}
}
