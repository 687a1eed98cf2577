package import LinkStorage
package import Links
package import System

/// Clicks that a store did not count before its process ended, each time in a file beside that of the
/// store.
///
/// The next process counts them: a batch that the store has counted after all is not counted twice.
package struct LeftClicks: Sendable {
  /// The beginning of the paths.
  private let prefix: String

  /// - Parameter store: the file of the store.
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
