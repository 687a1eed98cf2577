import LinkStorage
import Links
import SiteModel

/// The counts of one worker between two writes: one sum for all equal visits.
struct ClickSums {
  struct Kind: Hashable {
    var link: ObjectIdentifier
    var hour: Int
    var platform: UserAgent.Platform
    var referrer: String
    var outcome: ClickRecorder.Outcome
    var isBot: Bool
  }

  struct Sum {
    let kind: Kind
    let link: ServedLink
    var count: Int
  }

  /// A recently used sum, found by its link alone.
  private struct Recent {
    var link: ObjectIdentifier?
    var position = 0
  }

  /// Whose referrers are told apart. The store has the last word on them: here they are bounded so
  /// that what waits for it is bounded.
  private struct ReferrerScope: Hashable {
    let link: ObjectIdentifier
    let day: Int
  }

  private(set) var sums: [Sum] = []
  private var positions: [Kind: Int] = [:]
  private var referrers: [ReferrerScope: CountedNames] = [:]
  private var recent = [Recent](repeating: Recent(), count: recentCount)

  private static let recentCount = 1024

  var count: Int { sums.count }

  func contains(_ kind: Kind) -> Bool { positions[kind] != nil }

  /// Adds one visit, under the referrer `other` where too many others stand already.
  ///
  /// Most visits equal one that was counted recently, and hashing a kind takes as long as routing
  /// its request: the last sum of a link is therefore compared first.
  mutating func add(_ kind: Kind, of link: ServedLink) {
    let place = Self.place(kind.link)
    let candidate = recent[place]
    if candidate.link == kind.link, sums[candidate.position].kind.isSame(as: kind) {
      sums[candidate.position].count += 1
      return
    }
    let position = position(of: kind, link)
    sums[position].count += 1
    recent[place] = Recent(link: kind.link, position: position)
  }

  private mutating func position(of kind: Kind, _ link: ServedLink) -> Int {
    if let position = positions[kind] { return position }
    let kind = capped(kind)
    if let position = positions[kind] { return position }
    positions[kind] = sums.count
    sums.append(Sum(kind: kind, link: link, count: 0))
    return sums.count - 1
  }

  private mutating func capped(_ kind: Kind) -> Kind {
    guard !kind.referrer.isEmpty else { return kind }
    let scope = ReferrerScope(link: kind.link, day: StatisticsPeriod.day(ofHour: kind.hour))
    var kind = kind
    kind.referrer =
      referrers[scope, default: CountedNames(limit: CountedNames.referrersOfLink)]
      .label(kind.referrer)
    return kind
  }

  mutating func removeAll(keepingCapacity: Bool) {
    referrers.removeAll(keepingCapacity: keepingCapacity)
    sums.removeAll(keepingCapacity: keepingCapacity)
    positions.removeAll(keepingCapacity: keepingCapacity)
    for place in recent.indices { recent[place] = Recent() }
  }

  /// Objects are at multiples of sixteen, and neighbours are often visited together.
  private static func place(_ link: ObjectIdentifier) -> Int {
    let address = UInt(bitPattern: link)
    return Int(bitPattern: (address &>> 4 ^ address &>> 14) & UInt(recentCount - 1))
  }
}

extension ClickSums.Kind {
  /// Equality without the detour of a string enumeration through its raw strings.
  fileprivate func isSame(as other: Self) -> Bool {
    link == other.link && hour == other.hour && isBot == other.isBot
      && platform.number == other.platform.number && outcome.number == other.outcome.number
      && referrer == other.referrer
  }
}

extension ClickRecorder.Outcome {
  fileprivate var number: UInt8 {
    switch self {
    case .redirect: 0
    case .landing: 1
    case .preview: 2
    }
  }
}

extension UserAgent.Platform {
  fileprivate var number: UInt8 {
    switch self {
    case .iPhone: 0
    case .iPad: 1
    case .android: 2
    case .macOS: 3
    case .windows: 4
    case .linux: 5
    case .chromeOS: 6
    case .unknown: 7
    }
  }
}
