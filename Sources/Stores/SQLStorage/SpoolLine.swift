import JSONSyntax
package import LinkStorage
import Links

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
    guard let document = try? JSONDocument(parsing: line), let parts = document.root.array,
      parts.count == 4, let writer = parts[0].string.flatMap({ CountWriter(name: $0) }),
      let sequence = parts[1].wholeNumber, let clicks = parts[2].array,
      let launches = parts[3].array
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
      let slug = parts[1].string, let hour = parts[2].wholeNumber, let platform = parts[3].string,
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
      let day = parts[4].wholeNumber, let count = count(parts[5])
    else { return nil }
    return LaunchCount(
      app: app, event: event, appVersion: version, systemVersion: system, day: day, count: count)
  }

  /// A number of clicks or launches, small enough that those of many records can be added.
  private static func count(_ node: JSONNode) -> Int? {
    node.wholeNumber.flatMap { (1...(1 << 40)).contains($0) ? $0 : nil }
  }
}
