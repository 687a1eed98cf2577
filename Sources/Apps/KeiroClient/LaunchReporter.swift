public import Foundation

/// Reports launches, including those without a network: unsent reports are stored in a file and
/// sent with the next one. A report that is sent twice counts once.
public actor LaunchReporter {
  private let client: KeiroClient
  private let file: URL?
  private var waiting: [LaunchReport]
  private var isSending = false

  /// The maximum number of waiting reports. Older ones are dropped, since counts of days long past
  /// are useless.
  public static let limit = 200
  private static let batch = 50

  /// - Parameters:
  ///   - client: the client of the Keiro.
  ///   - file: the file for waiting reports; its folder is created when missing, as after an
  ///     installation. Nil to hold them in memory only.
  public init(_ client: KeiroClient, file: URL?) {
    self.client = client
    self.file = file
    let bytes = file.flatMap { try? Data(contentsOf: $0) }
    let kept = bytes.flatMap { try? JSONDecoder().decode([LaunchReport].self, from: $0) }
    waiting = Array((kept ?? []).suffix(Self.limit))
  }

  /// The number of waiting reports.
  public var count: Int { waiting.count }

  /// Adds a report and tries to send all waiting ones.
  public func report(_ report: LaunchReport) async {
    waiting.append(report)
    if waiting.count > Self.limit { waiting.removeFirst(waiting.count - Self.limit) }
    save()
    await flush()
  }

  /// Sends the waiting reports; to be called when the network returns.
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
