import Deliveries

extension CommandTable {
  static let sendNotification = CommandSpecification(
    name: "notification send", summary: "send a notification to devices through APNs",
    details: [
      "FILE holds the notification as 'keiro notification' reads it, or the payload itself,",
      "which has a member 'aps'; '-' reads standard input. The app needs 'apple.push' in",
      "the configuration. Sends from this machine; no server is needed. Exits with 1 unless",
      "APNs accepts every push.",
    ],
    options: [
      .config, .appName, .environment, .device.required, .pushType, .priority, .expiration,
      .collapseID, .json,
    ],
    operands: OperandSpecification(
      value: .file("FILE", form: "a file such as message.json, or - for standard input"),
      label: "FILE|-", count: 1...1)
  ) { arguments throws(UsageError) in
    let devices = try arguments.list(.device) { PushRequest.isToken($0) ? $0 : nil }
    return .send(
      SendCommand.Request(
        app: arguments.value(.appName), devices: devices,
        environment: arguments.word(.environment) ?? .production,
        kind: arguments.word(.pushType) ?? .alert,
        priority: try arguments.value(.priority) { Int($0) },
        expiration: try arguments.value(.expiration) { Int($0).flatMap { $0 >= 0 ? $0 : nil } },
        collapseID: arguments.value(.collapseID), json: arguments.has(.json),
        file: try arguments.operand()),
      configuration: arguments.configuration)
  }
}

extension OptionSpecification {
  fileprivate static let environment = OptionSpecification(
    name: "--environment",
    value: .words(PushRequest.Environment.allCases.map(\.rawValue)),
    summary: "which of Apple's servers; default production")
  fileprivate static let device = OptionSpecification(
    name: "--device", value: .text("TOKEN"), isRepeatable: true,
    summary: "the token of a device in hexadecimal digits")
  fileprivate static let pushType = OptionSpecification(
    name: "--push-type", value: .words(PushRequest.Kind.allCases.map(\.rawValue), label: "TYPE"),
    summary: "the kind of push; default alert")
  fileprivate static let priority = OptionSpecification(
    name: "--priority", value: .words(["10", "5", "1"]),
    summary: "default 10, for background pushes 5")
  fileprivate static let expiration = OptionSpecification(
    name: "--expiration",
    value: .text("SECONDS", form: "a time in seconds since 1970 such as 1800000000, or 0"),
    summary: "until when APNs tries, in seconds since 1970; 0 for one attempt")
  fileprivate static let collapseID = OptionSpecification(
    name: "--collapse-id", value: .text("TEXT", form: "a text such as score"),
    summary: "pushes with the same text replace each other")
}
