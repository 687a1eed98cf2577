package import JSONSyntax
import Platforms

extension ReportedLaunch {
  /// Reads a launch from JSON. Never fails: invalid JSON yields a launch of unknown kind.
  ///
  /// - Parameters:
  ///   - bytes: the JSON text.
  ///   - context: the values for anything the text leaves out.
  public init(json bytes: [UInt8], assuming context: LaunchContext = LaunchContext()) {
    let document: JSONDocument
    do throws(JSONSyntaxError) {
      document = try JSONDocument(parsing: bytes)
    } catch {
      let position = JSONLines(bytes: bytes).position(of: error.offset)
      let location = "line \(position.line), column \(position.column)"
      let problem = LaunchProblem("", "\(location): \(error.message)")
      self.init(launch: nil, path: nil, context: context, problems: [problem])
      return
    }
    let collector = JSONProblemCollector(document)
    self.init(reading: collector.root, assuming: context)
  }

  /// Reads a launch that is part of a document. Its problems are both in the result and reported
  /// for the document.
  package init(reading field: JSONField, assuming context: LaunchContext = LaunchContext()) {
    let before = field.collector.count
    let read = field.object { LaunchReader(object: $0, assumed: context).read() }
    let problems = field.collector.problems(since: before).map {
      LaunchProblem($0.path, $0.message)
    }
    self.init(
      launch: read?.launch, path: read?.path, context: read?.context ?? context,
      problems: Array(problems))
  }
}

private struct LaunchReader {
  let object: JSONObjectReader
  let assumed: LaunchContext

  private enum Kind: String, CaseIterable {
    case normal, localNotification, remoteNotification, userActivity, openURL, shortcutItem
  }

  func read() -> (launch: Launch?, path: LaunchPath?, context: LaunchContext) {
    let kind = object.required("kind")?.word(Kind.self)
    let (launch, path) = launch(kind)
    let isPresented = isPresented(path)
    return (launch, isPresented ? .presentedNotification : path, context())
  }

  /// Whether the notification is only presented, which no other launch can be.
  private func isPresented(_ path: LaunchPath?) -> Bool {
    guard let field = object.present("presented") else { return false }
    guard let value = field.bool(), value else { return false }
    if path == .localNotification || path == .remoteNotification { return true }
    field.report("only notifications are presented: expected it with a kind of notification")
    return false
  }

  private func launch(_ kind: Kind?) -> (Launch?, LaunchPath?) {
    switch kind {
    case .normal: (.normal, .normal)
    case .localNotification: (notification(.other), .localNotification)
    case .remoteNotification: (notification(.push), .remoteNotification)
    case .userActivity: userActivity()
    case .openURL: (openedURL(), .url)
    case .shortcutItem: (shortcutItem(), .quickAction)
    case nil: unknown()
    }
  }

  /// Accepts all fields, since those of an unknown kind cannot be checked.
  private func unknown() -> (Launch?, LaunchPath?) {
    let names = [
      "identifier", "userInfo", "activityType", "webpageURL", "url", "sourceApplication", "type",
    ]
    for name in names { _ = object.optional(name) }
    return (nil, nil)
  }

  private func notification(_ trigger: Launch.Trigger) -> Launch? {
    let identifier = object.required("identifier")?.filledString()
    let userInfo = userInfo()
    guard let identifier, let userInfo else { return nil }
    return .notification(.init(identifier: identifier, trigger: trigger, userInfo: userInfo))
  }

  private func userActivity() -> (Launch?, LaunchPath?) {
    let type = object.required("activityType")?.filledString()
    let page = object.present("webpageURL")
    let url = page?.filledString()
    let userInfo = userInfo()
    let path: LaunchPath = type == ActivityType.browsingWeb ? .universalLink : .userActivity
    guard let type, let userInfo, page == nil || url != nil else { return (nil, path) }
    let activity = Launch.UserActivity(activityType: type, webpageURL: url, userInfo: userInfo)
    return (.userActivity(activity), path)
  }

  private func openedURL() -> Launch? {
    let url = object.required("url")?.filledString()
    let source = object.present("sourceApplication")?.string()
    return url.map { .openURL(.init(url: $0, sourceApplication: source)) }
  }

  private func shortcutItem() -> Launch? {
    let type = object.required("type")?.filledString()
    let userInfo = userInfo()
    guard let type, let userInfo else { return nil }
    return .shortcutItem(.init(type: type, userInfo: userInfo))
  }

  /// The custom data; empty when absent, nil when invalid.
  private func userInfo() -> [String: UserInfoValue]? {
    guard let field = object.present("userInfo") else { return [:] }
    return field.entries().map(UserInfoValue.dictionary)
  }

  private func context() -> LaunchContext {
    var context = assumed
    context.system = object.present("ios")?.version() ?? context.system
    context.sdk = object.present("sdk")?.version() ?? context.sdk
    context.state = object.present("state")?.word(AppState.self) ?? context.state
    context.lifecycle = object.present("lifecycle")?.word(Lifecycle.self) ?? context.lifecycle
    let session = object.present("session")?.object { $0.present("loggedIn")?.bool() }
    context.session = LaunchSession(isLoggedIn: (session ?? nil) ?? true)
    return context
  }
}

extension UserInfoValue {
  fileprivate static func dictionary(
    _ entries: [(name: String, field: JSONField)]
  ) -> [String: UserInfoValue] {
    Dictionary(entries.map { ($0.name, UserInfoValue($0.field)) }) { first, _ in first }
  }

  private init(_ field: JSONField) {
    switch field.node.value {
    case .string(let text): self = .text(text)
    case .object: self = .dictionary(Self.dictionary(field.entries() ?? []))
    default: self = .other
    }
  }
}

/// A launch read from a report: its readable parts and any problems.
public struct ReportedLaunch: Hashable, Sendable {
  /// The launch; nil when its kind or one of its fields is missing or invalid.
  public let launch: Launch?
  /// The path of the launch; nil when its kind is missing or invalid. A notification that is only
  /// presented has the path ``LaunchPath/presentedNotification``.
  public let path: LaunchPath?
  /// The context; unreadable parts have their default values.
  public let context: LaunchContext
  /// The problems, in order of occurrence.
  public let problems: [LaunchProblem]
}

extension JSONField {
  func version() -> SystemVersion? {
    value("a version: expected one such as 17.0") { SystemVersion($0) }
  }
}
