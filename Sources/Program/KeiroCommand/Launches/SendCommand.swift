import Deliveries
import JSONSyntax
import KeiroConfiguration
import LaunchRouting
import LinkStorage
import Links
import Outgoing
import SiteModel
import System

/// `keiro notification send`: sends a notification to devices and reports the result for each.
package struct SendCommand {
  /// The parsed arguments.
  package struct Request: Equatable, Sendable {
    /// The name of the app; nil if the configuration has only one.
    var app: String?
    var devices: [String]
    var environment: PushRequest.Environment
    var kind: PushRequest.Kind
    var priority: Int?
    var expiration: Int?
    var collapseID: String?
    var json: Bool
    var file: String
  }

  let file: String
  let request: Request

  func run(_ console: Console) -> ExitCode {
    CompiledConfiguration.with(path: file, console) { configuration in
      guard let app = app(in: configuration.snapshot, console) else { return .negative }
      let input = CommandInput(path: request.file)
      guard let bytes = input.read(console) else { return .environmentFailed }
      guard let push = push(bytes, input.name, console) else { return .negative }
      return send(push, app, configuration, console)
    }
  }

  private func app(in snapshot: ServiceSnapshot, _ console: Console) -> AppDefinition? {
    do throws(UnknownApp) {
      return snapshot.apps[try snapshot.app(named: request.app)]
    } catch {
      console.remark("--app: \(error.message)")
      return nil
    }
  }

  /// The push to send; nil after reporting why it cannot be sent.
  private func push(_ bytes: [UInt8], _ name: String, _ console: Console) -> PushRequest? {
    var push = PushRequest(devices: request.devices, payload: "")
    if let root = try? JSONDocument(parsing: bytes).root, root.member("aps") != nil {
      push.payload = String(decoding: root.text(in: bytes) ?? bytes[...], as: UTF8.self)
    } else {
      let reported = ReportedNotification(json: bytes)
      reported.findings.flatMap { $0.lines(file: name) }.forEach(console.note)
      guard let payload = reported.payload else { return nil }
      push.payload = payload.json
    }
    push.environment = request.environment
    push.kind = request.kind
    push.priority = request.priority
    push.expiration = request.expiration
    push.collapseID = request.collapseID
    guard request.devices.count <= PushRequest.deviceLimit else {
      console.remark(
        "\(request.devices.count) devices: expected at most "
          + "\(PushRequest.deviceLimit)")
      return nil
    }
    for fault in push.faults {
      console.remark("\(fault.sentence)")
    }
    return push.faults.isEmpty ? push : nil
  }

  private func send(
    _ push: PushRequest, _ app: AppDefinition, _ configuration: CompiledConfiguration,
    _ console: Console
  ) -> ExitCode {
    let sender = PushSender(
      configuration.outgoing,
      OutgoingContext(agent: "keiro/\(keiroVersion)", log: { console.remark("\($0)") }))
    defer { sender.close() }
    let answer = AnswerSlot<Result<[PushResult], PushSender.Refusal>>()
    sender.send(push, app: app, key: nil, answer.fill)
    switch answer.wait() {
    case .success(let results):
      if request.json {
        console.print(results.document)
      } else {
        for result in results { console.print(result.line) }
      }
      return results.allSatisfy { $0.status == 200 } ? .done : .negative
    case .failure(let refusal):
      console.remark("\(refusal.message)")
      if case .notConfigured = refusal { return .negative }
      return .environmentFailed
    }
  }
}

extension PushResult {
  /// Device, status, reason, and Apple's identifier of the push.
  fileprivate var line: String {
    let status = status.map(String.init) ?? "-"
    return [device, status, reason ?? "sent", apnsID].joined(separator: "  ")
  }
}
