import AppAssociation
import JSONSyntax
import WebSyntax

/// Rules about the apps that entries and services name.
extension AppleFile {
  static let identifierRules: [AppleRule] = [
    AppleRule("missing-identifier", each: \.entries) { entry, report in
      // Identifiers of the wrong type have findings of their own.
      guard entry.details.identifiers().isEmpty,
        !["appID", "appIDs"].compactMap({ entry.spot.member($0)?.node })
          .contains(where: report.hasError),
        entry.details.appIDs != nil || entry.spot.member("appIDs") == nil,
        !UnknownKey.isMeant(["appID", "appIDs"], in: entry.spot, among: UnknownKey.details)
      else { return }
      report.error(
        entry.spot, "the entry names no app, so it is ignored",
        help: "add \"appIDs\": [\"<prefix>.<bundle ID>\"]")
    },
    AppleRule("app-id-white-space", each: \.identifiers) { identifier, report in
      let scalars = identifier.text.unicodeScalars.filter { !$0.properties.isWhitespace }
      let trimmed = String(String.UnicodeScalarView(scalars))
      guard trimmed != identifier.text else { return }
      report.finding(
        .error, identifier.spot, "'\(identifier.text)' contains white space",
        repairs: AppIdentifier(trimmed) == nil
          ? [] : [.write(trimmed, at: identifier.spot, effect: .fills)])
    },
    AppleRule("app-id-format", each: \.identifiers) { identifier, report in
      let text = identifier.text
      guard let fault = formatFault(text) else { return }
      report.error(
        identifier.spot,
        "'\(text)' is not an application identifier: expected <prefix>.<bundle ID>, but \(fault)",
        help:
          "for example 94VJUJ8B7P.jp.asajikan.www: ten capital letters and digits, a dot, the bundle ID"
      )
    },
    AppleRule("app-id-store-number", each: \.identifiers) { identifier, report in
      guard let number = storeNumber(in: identifier.text) else { return }
      report.error(
        identifier.spot, "'\(number)' looks like an App Store number: expected the team's prefix",
        help: "use the ten characters before the bundle ID in 'application-identifier'")
    },
    AppleRule("placeholder", each: \.identifiers) { identifier, report in
      guard let word = wordOfExamples(in: identifier.text) else { return }
      report.warning(
        identifier.spot, "'\(identifier.text)' looks like a placeholder because of '\(word)'",
        help: "use your own prefix and bundle ID")
    },
    AppleRule("duplicate-identifier") { file, report in
      let lists = file.entries.compactMap { $0.spot.member("appIDs") }
      let services = file.otherServices.compactMap { $0.spot.member("apps") }
      for list in lists + services {
        var seen: Set<String> = []
        for spot in list.elements {
          guard let text = spot.string, !seen.insert(text).inserted else { continue }
          report.finding(
            .warning, spot, "'\(text)' is repeated in this list", repairs: [.delete(spot)])
        }
      }
    },
    AppleRule("app-in-several-entries") { file, report in
      var first: [String: Entry] = [:]
      for entry in file.entries {
        let kind = entry.details.components != nil ? "components" : "paths"
        for identifier in Set(entry.details.identifiers()).sorted() {
          guard let earlier = first["\(kind) \(identifier)"] else {
            first["\(kind) \(identifier)"] = entry
            continue
          }
          report.finding(
            .warning, entry.spot,
            "'\(identifier)' already appears in \(earlier.details.path): whether a second entry is "
              + "tried is not documented",
            repairs: merging(entry, into: earlier, kind),
            otherwise:
              "list each app in one entry, with its rules in the order in which they decide")
        }
      }
    },
    AppleRule("app-id-beside-app-ids", each: \.entries) { entry, report in
      guard let single = entry.spot.member("appID"), let text = single.string,
        let list = entry.details.appIDs, list.contains(text)
      else { return }
      report.finding(
        .warning, single, "'appID' is ignored from iOS 13 on because 'appIDs' is present",
        repairs: [.delete(single)],
        otherwise: "keep 'appIDs'; give older systems a separate entry with 'appID' and 'paths'")
    },
    AppleRule("app-id-contradicts-app-ids", each: \.entries) { entry, report in
      guard let single = entry.spot.member("appID"), let text = single.string,
        let list = entry.details.appIDs, !list.contains(text),
        let appIDs = entry.spot.member("appIDs")
      else { return }
      report.finding(
        .error, single, "'\(text)' is missing from 'appIDs', so systems from iOS 13 on ignore it",
        repairs: [
          Repair(
            "add it to 'appIDs'", [.append([single.node], to: appIDs.node.offset)], effect: .fills)
        ], otherwise: "give it an entry of its own")
    },
  ]

  /// The part that is wrong; nil for an identifier, and for white space, store numbers and
  /// placeholders, which have findings of their own.
  private static func formatFault(_ text: String) -> String? {
    guard AppIdentifier(text) == nil, storeNumber(in: text) == nil, wordOfExamples(in: text) == nil,
      !text.unicodeScalars.contains(where: \.properties.isWhitespace)
    else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let prefix = parts.first else { return "it has no dot" }
    let isPrefix = prefix.utf8.allSatisfy {
      ASCII.isDigit($0) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
    }
    if prefix.isEmpty { return "there is nothing before the dot" }
    if !isPrefix, prefix.utf8.count != 10, !looksLikePrefix(prefix) {
      return "the prefix in front of the bundle ID is missing"
    }
    if prefix.utf8.count != 10 {
      return "the prefix '\(prefix)' has \(prefix.count) characters instead of 10"
    }
    if !isPrefix { return "the prefix '\(prefix)' has other characters than A to Z and 0 to 9" }
    guard let part = parts.dropFirst().first(where: { !BundleIdentifier.isValid(String($0)) })
    else { return "the bundle ID is missing" }
    return part.isEmpty
      ? "the bundle ID has an empty part"
      : "the part '\(part)' has other characters than letters, digits and hyphens"
  }

  /// Whether a text is a prefix with too few or too many characters rather than a part of a bundle ID,
  /// which has no capitals and hardly any digits.
  private static func looksLikePrefix(_ text: Substring) -> Bool {
    let capitals = text.utf8.count { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    return (7...13).contains(text.utf8.count) && text.utf8.allSatisfy(ASCII.isAlphanumeric)
      && (capitals >= 3 || capitals + text.utf8.count(where: ASCII.isDigit) >= 5)
  }

  /// The text before the first dot if it is nine or ten digits.
  private static func storeNumber(in text: String) -> Substring? {
    let prefix = text.prefix { $0 != "." }
    return DecimalDigits.isNumber(prefix) && (9...10).contains(prefix.utf8.count) ? prefix : nil
  }

  /// The part of an identifier that occurs only in examples.
  private static func wordOfExamples(in text: String) -> String? {
    let lowered = text.lowercased()
    let words: [StaticString] = [
      "teamid", "team_id", "team-id", "yourteam", "your_", "your-", "<", "{", "$", "xxxx", "appid.",
      "com.example", "com.yourcompany", "com.company", "org.example", "bundleid", "bundle_id",
      "com.apple.wwdc", "abcde12345", "abcdefghij", "a1b2c3d4e5", "1a2b3c4d5e",
    ]
    return words.first(where: lowered.holds).map { "\($0)" }
  }

  /// Entries of the same apps and the same kind become one.
  private static func merging(_ entry: Entry, into earlier: Entry, _ kind: String) -> [Repair] {
    guard entry.details.mentionedIdentifiers == earlier.details.mentionedIdentifiers,
      let rules = entry.spot.member(kind)?.node.array, let list = earlier.spot.member(kind)
    else { return [] }
    return [
      Repair(
        "merge their rules into one entry",
        [.remove(entry.spot.node.offset), .append(rules, to: list.node.offset)], effect: .none)
    ]
  }
}
