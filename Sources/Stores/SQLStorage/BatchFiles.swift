import JSONSyntax
package import Links
package import LinkStorage
package import System

/// Reads batches from a file of records, or of lines as earlier releases wrote them. What cannot be read
/// never takes its neighbours with it.
package struct BatchReader: ~Copyable {
  package struct Entry: Sendable {
    package let batch: CountBatch
    /// The number of bytes of the file up to its end.
    package let end: Int
  }

  private var records: RecordReader
  private var waiting: [Entry] = []
  /// The number of records so far that cannot be read.
  package private(set) var unreadable = 0
  /// The number of bytes so far, without the part of a record at the end of the file.
  package private(set) var length: Int

  /// - Parameter start: the number of bytes to leave out, the end of an entry.
  package init(path: String, from start: Int = 0) throws(FileReadError) {
    records = try RecordReader(path: path, from: start)
    length = start
  }

  /// Returns the next batch; nil at the end.
  package mutating func next() throws(FileReadError) -> Entry? {
    while waiting.isEmpty {
      guard let part = try records.next() else { return nil }
      take(part)
    }
    return waiting.removeFirst()
  }

  private mutating func take(_ part: RecordReader.Part) {
    let batches: [CountBatch?] =
      switch part.content {
      case .record(let record): [SpoolLine.decode(record)]
      case .unsealed(let line): SpoolLine.decode(unsealed: line)
      case .broken: [nil]
      }
    let whole = batches.compactMap(\.self)
    // A record that was cut off at the end was never acknowledged.
    guard part.isEnded || !whole.isEmpty else { return }
    unreadable += batches.count - whole.count
    waiting = whole.enumerated().map { number, batch in
      let isLast = number == whole.count - 1
      return Entry(batch: batch, end: isLast ? part.range.upperBound : part.range.lowerBound)
    }
    length = part.range.upperBound
  }
}

extension LinkStoreError {
  /// - Parameter error: of a file beside the store.
  package init(_ error: SystemError) {
    self.init(
      kind: error.isWithoutRoom ? .full : .failed, code: error.code, message: "\(error)",
      operation: error.operation)
  }

  package init(_ error: FileReadError, reading path: String) {
    self.init(kind: .failed, code: 0, message: error.message, operation: "read \(path)")
  }
}

/// A batch as JSON on one line: the writer, its sequence, the clicks and the launches, each as an array.
package enum SpoolLine {
  /// A batch as a record of a file.
  package static func record(_ batch: CountBatch) -> [UInt8] { encode(batch).dropLast() }

  /// A batch as a line.
  package static func encode(_ batch: CountBatch) -> [UInt8] {
    let clicks = batch.clicks.clicks.map { click in
      JSONOutput.array(
        [
          .string(click.key.host), .string(click.key.slug), .int(click.kind.hour),
          .string(click.kind.platform), .string(click.kind.referrerHost),
          .string(click.kind.outcome), .bool(click.kind.isBot), .int(click.count),
        ] + traits(click.kind.traits))
    }
    let launches = batch.launches.map { launch in
      JSONOutput.array([
        .string(launch.app), .string(launch.event), .string(launch.appVersion),
        .string(launch.systemVersion), .int(launch.day), .int(launch.count),
      ])
    }
    let line = JSONOutput.array([
      .string(batch.writer.name), .int(batch.sequence), .array(clicks), .array(launches),
    ])
    return Array(line.compact.utf8) + [0x0A]
  }

  /// The traits as JSON values; none for clicks without any, the format of earlier releases.
  private static func traits(_ traits: ClickTraits) -> [JSONOutput] {
    guard traits != .none else { return [] }
    return [traits.rule, traits.language, traits.country, traits.way].map(JSONOutput.string)
  }

  private static func traits(_ nodes: ArraySlice<JSONNode>) -> ClickTraits? {
    if nodes.isEmpty { return ClickTraits.none }
    let names = nodes.compactMap(\.string)
    guard names.count == 4, nodes.count == 4 else { return nil }
    return ClickTraits(rule: names[0], language: names[1], country: names[2], way: names[3])
  }

  /// The batch of a record or a line; nil for one that `encode` did not write, or not completely.
  package static func decode(_ line: [UInt8]) -> CountBatch? {
    guard let parts = JSONDocument(stored: line)?.root.array,
      parts.count == 4, let writer = parts[0].string.flatMap({ CountWriter(name: $0) }),
      let sequence = number(parts[1]), let clicks = parts[2].array, let launches = parts[3].array
    else { return nil }
    let counts = clicks.compactMap(click)
    let reports = launches.compactMap(launch)
    guard counts.count == clicks.count, reports.count == launches.count else { return nil }
    return CountBatch(writer: writer, sequence: sequence, clicks: counts, launches: reports)
  }

  /// The batches of a line of an earlier release, which did not end what it could not write: a line may
  /// hold the beginnings of some before a whole one.
  ///
  /// - Returns: nil for each part that is no batch.
  static func decode(unsealed line: [UInt8]) -> [CountBatch?] {
    if let batch = decode(line) { return [batch] }
    var ends = line.indices.dropFirst().filter { begins(line[$0...]) }
    ends.append(line.endIndex)
    var start = line.startIndex
    return ends.map { end in
      defer { start = end }
      return decode(Array(line[start..<end]))
    }
  }

  /// Whether bytes begin with the name of a writer.
  private static func begins(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.starts(with: opening) else { return false }
    let name = bytes.dropFirst(opening.count).prefix(32)
    return CountWriter(name: String(decoding: name, as: UTF8.self)) != nil
  }

  private static let opening = Array("[\"".utf8)

  private static func click(_ node: JSONNode) -> ClickCount? {
    guard let parts = node.array, parts.count >= 8, let host = parts[0].string,
      let slug = parts[1].string, let hour = number(parts[2]), let platform = parts[3].string,
      let referrer = parts[4].string, let outcome = parts[5].string, let isBot = parts[6].bool,
      let count = count(parts[7]), let traits = traits(parts[8...])
    else { return nil }
    return ClickCount(
      key: LinkKey(host: host, slug: slug), hour: hour, platform: platform,
      referrerHost: referrer, outcome: outcome, isBot: isBot, traits: traits, count: count)
  }

  private static func launch(_ node: JSONNode) -> LaunchCount? {
    guard let parts = node.array, parts.count == 6, let app = parts[0].string,
      let event = parts[1].string, let version = parts[2].string, let system = parts[3].string,
      let day = number(parts[4]), let count = count(parts[5])
    else { return nil }
    return LaunchCount(
      app: app, event: event, appVersion: version, systemVersion: system, day: day, count: count)
  }

  /// A number of clicks or launches, small enough that those of many records can be added.
  private static func count(_ node: JSONNode) -> Int? {
    number(node).flatMap { (1...(1 << 40)).contains($0) ? $0 : nil }
  }

  private static func number(_ node: JSONNode) -> Int? {
    guard case .number(let text) = node.value else { return nil }
    return Int(text)
  }
}

/// Clicks that a store did not count before its process ended, each time in a file beside that of the
/// store.
///
/// The next process counts them: a batch that the store has counted after all is not counted twice.
package struct LeftClicks: Sendable {
  /// The beginning of the paths.
  private let prefix: String

  package init(beside store: String) {
    prefix = store + "-left-"
  }

  /// Stores batches, in order.
  ///
  /// - Returns: the path of their file.
  package func keep(
    _ batches: [CountBatch], calls: FileCalls = .system
  ) throws(SystemError) -> String {
    // Several processes that share the store may end at once.
    let path = prefix + CountWriter().name
    let bytes = batches.flatMap { RecordSeal.seal(SpoolLine.record($0)) }
    try FileReplacement.replace(path, by: bytes, mode: 0o600, calls: calls)
    return path
  }

  /// The files, in no particular order.
  package var paths: [String] {
    let slash = prefix.lastIndex(of: "/")
    let folder = slash.map { String(prefix[...$0]) } ?? "./"
    let beginning = slash.map { String(prefix[prefix.index(after: $0)...]) } ?? prefix
    let entries = (try? Folder(path: folder).entries()) ?? []
    return entries.compactMap { entry in
      let name = entry.name.dropFirst(beginning.count)
      let isOurs = entry.name.hasPrefix(beginning) && CountWriter(name: String(name)) != nil
      return isOurs && entry.kind == .file ? folder + entry.name : nil
    }
  }

  /// The number of clicks and launches in all files that can be read.
  package var visits: Int {
    paths.reduce(0) { sum, path in
      sum + ((try? Self.batches(at: path).batches) ?? []).reduce(0) { $0 + $1.visits }
    }
  }

  package static func batches(
    at path: String
  ) throws(FileReadError) -> (batches: [CountBatch], unreadable: Int) {
    var reader = try BatchReader(path: path)
    var batches: [CountBatch] = []
    while let entry = try reader.next() { batches.append(entry.batch) }
    return (batches, reader.unreadable)
  }

  /// Counts batches one after another, until the store refuses one.
  ///
  /// - Parameter completion: receives the number of clicks and launches that were not counted before; nil
  ///   unless all are counted.
  package static func count(
    _ batches: ArraySlice<CountBatch>, after counted: Int = 0, in store: any ClickCounting,
    now: Timestamp, completion: @escaping @Sendable (Int?) -> Void
  ) {
    guard let batch = batches.first else { return completion(counted) }
    store.count(batch, now: now) { result in
      guard case .success(let answer) = result else { return completion(nil) }
      count(
        batches.dropFirst(), after: counted + (answer == .counted ? batch.visits : 0), in: store,
        now: now, completion: completion)
    }
  }
}
