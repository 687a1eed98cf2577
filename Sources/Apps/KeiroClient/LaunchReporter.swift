public import Foundation

/// Reports launches, also those that happened without a network: what could not be sent is kept in a
/// file and sent with the next one. A report that is sent twice counts once.
public actor LaunchReporter {
  private let client: KeiroClient
  private let file: URL?
  private var waiting: [LaunchReport]
  private var isSending = false

  /// So many reports wait; older ones are dropped, since counts of days long past are of no use.
  public static let limit = 200
  private static let batch = 50

  /// - Parameters:
  ///   - client: Of the Keiro.
  ///   - file: Where reports wait; its folder is made when it is absent, as it is after an installation.
  ///     Nil for none beyond the process.
  public init(_ client: KeiroClient, file: URL?) {
    self.client = client
    self.file = file
    let bytes = file.flatMap { try? Data(contentsOf: $0) }
    let kept = bytes.flatMap { try? JSONDecoder().decode([LaunchReport].self, from: $0) }
    waiting = Array((kept ?? []).suffix(Self.limit))
  }

  /// How many reports wait.
  public var count: Int { waiting.count }

  /// Adds a report and tries to send all that wait.
  public func report(_ report: LaunchReport) async {
    waiting.append(report)
    if waiting.count > Self.limit { waiting.removeFirst(waiting.count - Self.limit) }
    save()
    await flush()
  }

  /// Sends what waits; to be called when the network comes back.
  public func flush() async {
    guard !isSending else { return }
    isSending = true
    defer { isSending = false }
    while !waiting.isEmpty {
      let batch = Array(waiting.prefix(Self.batch))
      guard let settled = try? await client.report(batch) else { return }
      let done = Set(settled)
      waiting.removeAll { done.contains($0.id) }
      save()
    }
  }

  private func save() {
    guard let file, let bytes = try? JSONEncoder().encode(waiting) else { return }
    try? FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? bytes.write(to: file, options: .atomic)
  }
}
