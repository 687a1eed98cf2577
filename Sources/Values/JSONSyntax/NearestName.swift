/// Returns the candidate closest to `name`; nil when none is close.
///
/// A candidate is close if the number of insertions, deletions, replacements and swaps of adjacent
/// letters (optimal string alignment, ignoring case) is at most a third of the longer name's
/// length; one edit is always allowed.
package func nearestName(to name: String, among candidates: some Sequence<String>) -> String? {
  let wanted = Array(name.lowercased().utf8.prefix(64))
  var best: (name: String, distance: Int)?
  for candidate in candidates {
    let letters = Array(candidate.lowercased().utf8.prefix(64))
    let distance = alignmentDistance(wanted, letters)
    guard distance <= max(1, max(wanted.count, letters.count) / 3) else { continue }
    if distance < best?.distance ?? .max { best = (candidate, distance) }
  }
  return best?.name
}

private func alignmentDistance(_ first: [UInt8], _ second: [UInt8]) -> Int {
  var beforeLast = [Int](repeating: 0, count: second.count + 1)
  var last = Array(0...second.count)
  for row in 1..<(first.count + 1) {
    var current = [row] + [Int](repeating: 0, count: second.count)
    for column in 1..<(second.count + 1) {
      let same = first[row - 1] == second[column - 1]
      var cost = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (same ? 0 : 1))
      if row > 1, column > 1, first[row - 1] == second[column - 2],
        first[row - 2] == second[column - 1]
      {
        cost = min(cost, beforeLast[column - 2] + 1)
      }
      current[column] = cost
    }
    (beforeLast, last) = (last, current)
  }
  return last[second.count]
}
