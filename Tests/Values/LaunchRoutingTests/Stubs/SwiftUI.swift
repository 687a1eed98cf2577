// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Just enough of SwiftUI for the examples to be type-checked where Apple's SDK is absent.
@_exported public import UIKit

@MainActor public protocol View {}
@MainActor public protocol Scene {}

@MainActor public protocol App {
  associatedtype Body: Scene
  var body: Body { get }
  init()
}

extension App {
  public static func main() {}
}

public struct WindowGroup<Content: View>: Scene {
  public init(content: () -> Content) {}
}

@MainActor @propertyWrapper
public struct State<Value> {
  private let value: Value
  public init(wrappedValue: Value) { value = wrappedValue }
  public var wrappedValue: Value {
    get { value }
    nonmutating set {}
  }
}

public struct Text: View {
  public init(_ text: String) {}
}

extension View {
  public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { self }
  public func onContinueUserActivity(
    _ activityType: String, perform action: @escaping (NSUserActivity) -> Void
  ) -> some View { self }
  public func task(_ action: @escaping @MainActor () async -> Void) -> some View { self }
}

@MainActor @propertyWrapper
public struct UIApplicationDelegateAdaptor<
  Delegate: UIResponder & UIApplicationDelegate
> {
  public let wrappedValue: Delegate
  public init() { wrappedValue = Delegate() }
}
