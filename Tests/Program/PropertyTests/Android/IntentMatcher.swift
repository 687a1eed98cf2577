import AppAssociation

/// Compares paths with the attributes of a manifest, as the Android Open Source Project does
/// (`PatternMatcher` and `IntentFilter.matchData`).
struct IntentMatcher {
  let filters: [IntentFilters.Filter]

  /// A path of a filter, or else the first group whose paths all match, decides
  /// (`UriRelativeFilterGroup.matchGroupsToUri`).
  func matches(_ path: [UInt16]) -> Bool {
    filters.contains { filter in
      let group = filter.groups.first { $0.paths.allSatisfy { Self.matches($0, path) } }
      return filter.paths.contains { Self.matches($0, path) } || group?.isAllowed == true
    }
  }

  private static func matches(_ pattern: IntentPath, _ path: [UInt16]) -> Bool {
    let value = Array(pattern.value.utf16)
    switch pattern.attribute {
    case .path: return path == value
    case .pathPrefix: return path.starts(with: value)
    case .pathSuffix: return path.reversed().starts(with: value.reversed())
    case .pathPattern: return matchesGlob(value, path)
    case .pathAdvancedPattern: return matchesAdvanced(value, path)
    }
  }

  private static let star = UInt16(UInt8(ascii: "*"))
  private static let plus = UInt16(UInt8(ascii: "+"))
  private static let dot = UInt16(UInt8(ascii: "."))
  private static let backslash = UInt16(UInt8(ascii: "\\"))
  private static let open = UInt16(UInt8(ascii: "["))
  private static let close = UInt16(UInt8(ascii: "]"))

  /// `matchGlobPattern`: a star repeats the character before it, and a pattern is never tried again.
  static func matchesGlob(_ pattern: [UInt16], _ match: [UInt16]) -> Bool {
    func at(_ index: Int) -> UInt16 { index < pattern.count ? pattern[index] : 0 }
    guard !pattern.isEmpty else { return match.isEmpty }
    var ip = 0
    var im = 0
    var nextChar = at(0)
    while ip < pattern.count, im < match.count {
      var c = nextChar
      ip += 1
      nextChar = at(ip)
      let escaped = c == backslash
      if escaped {
        c = nextChar
        ip += 1
        nextChar = at(ip)
      }
      if nextChar == star {
        if !escaped, c == dot {
          if ip >= pattern.count - 1 { return true }
          ip += 1
          nextChar = at(ip)
          if nextChar == backslash {
            ip += 1
            nextChar = at(ip)
          }
          while im < match.count, match[im] != nextChar { im += 1 }
          if im == match.count { return false }
          ip += 1
          nextChar = at(ip)
          im += 1
        } else {
          while im < match.count, match[im] == c { im += 1 }
          ip += 1
          nextChar = at(ip)
        }
      } else {
        // Here the escape of a dot is ignored.
        if c != dot, match[im] != c { return false }
        im += 1
      }
    }
    if ip >= pattern.count, im >= match.count { return true }
    return ip == pattern.count - 2 && pattern[ip] == dot && pattern[ip + 1] == star
  }

  /// `matchAdvancedPattern`: sets of characters, and as many of each as there are.
  private static func matchesAdvanced(_ pattern: [UInt16], _ match: [UInt16]) -> Bool {
    var ip = 0
    var im = 0
    while ip < pattern.count {
      var accepted: Set<UInt16>?
      switch pattern[ip] {
      case dot: ip += 1
      case open:
        let end = pattern[ip...].firstIndex(of: close) ?? pattern.count
        accepted = Set(pattern[(ip + 1)..<end])
        ip = end + 1
      case backslash:
        accepted = [pattern[ip + 1]]
        ip += 2
      default:
        accepted = [pattern[ip]]
        ip += 1
      }
      var counts = 1...1
      if ip < pattern.count, pattern[ip] == star || pattern[ip] == plus {
        counts = (pattern[ip] == star ? 0 : 1)...Int.max
        ip += 1
      }
      var count = 0
      while count < counts.upperBound, im < match.count, accepted?.contains(match[im]) != false {
        im += 1
        count += 1
      }
      if count < counts.lowerBound { return false }
    }
    return im == match.count
  }
}
