import LinkStorage
import SQLStorage

/// The clicks of a batch with the database's numbers for their links and kinds, so that work on texts
/// is done once for each link and each kind.
struct NumberedClicks {
  let tally: ClickTally
  /// The numbers of the tally's links and hosts.
  let numbers: TallyNumbers
  /// The numbers of the tally's kinds; kinds that differ only in hour or traits share one.
  let kinds: [Int]

  struct Row: Equatable {
    let link: Int
    let hour: Int
    let kind: Int
    var count: Int

    fileprivate var key: (Int, Int, Int) { (link, hour, kind) }
  }

  /// The rows in the order of their keys, each key once. First openings have no hours.
  var rows: [Row] {
    let counted = tally.kinds
    var rows: [Row] = []
    rows.reserveCapacity(tally.count)
    for sum in tally.sums where !counted[sum.kind].traits.isFirstOpening {
      rows.append(
        Row(
          link: numbers.links[sum.link], hour: Int(Int32(clamping: counted[sum.kind].hour)),
          kind: kinds[sum.kind], count: sum.count))
    }
    rows.sort { $0.key < $1.key }
    var sums: [Row] = []
    sums.reserveCapacity(rows.count)
    for row in rows {
      if let last = sums.indices.last, sums[last].key == row.key {
        sums[last].count += row.count
      } else {
        sums.append(row)
      }
    }
    return sums
  }

  /// The clicks by people, by the numbers of their links.
  var totals: [Int: Int] {
    let isCounted = tally.kinds.map(\.isClickByPerson)
    var totals: [Int: Int] = [:]
    for sum in tally.sums where isCounted[sum.kind] {
      totals[numbers.links[sum.link], default: 0] += sum.count
    }
    return totals
  }

  private struct Group: Hashable {
    /// The number of a host.
    let host: Int
    /// The index of a kind in the tally.
    let kind: Int
  }

  /// The sums of hosts and of everything, and the traits of links, which have rows of their own otherwise.
  var sums: DaySums {
    var sums = DaySums()
    var hosts: [Group: Int] = [:]
    for sum in tally.sums {
      sums.addTraits(tally.kinds[sum.kind], sum.count, to: [numbers.links[sum.link]])
      hosts[Group(host: numbers.hosts[sum.link], kind: sum.kind), default: 0] += sum.count
    }
    for (group, count) in hosts {
      let (kind, groups) = (tally.kinds[group.kind], [group.host, numbers.everything])
      if !kind.traits.isFirstOpening { sums.add(kind, count, to: groups, hourOf: groups) }
      sums.addTraits(kind, count, to: groups)
    }
    return sums
  }

  /// The number of clicks whose referrer counts as `other`.
  var capped: Int {
    let isCapped = tally.kinds.map { $0.referrerHost == CountedNames.other }
    return tally.sums.reduce(0) { isCapped[$1.kind] ? $0 + $1.count : $0 }
  }
}
