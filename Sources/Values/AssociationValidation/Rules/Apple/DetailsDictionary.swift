import AppAssociation
import JSONSyntax

/// A dictionary of entries by app is the first documented form of `details`. It is still read, but
/// its keys have no order, so if two apps match, either may open. A single entry without the array
/// around it is not read at all.
///
/// Bad:
/// ```json
/// {"applinks":{"apps":[],"details":{"94VJUJ8B7P.jp.asajikan.www":{"paths":["/x"]}}}}
/// ```
///
/// Bad:
/// ```json
/// {"applinks":{"details":{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],"components":[{"/":"/x"}]}}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/article/*"}]}]}}
/// ```
enum DetailsDictionary: AppleRule {
  static let code = "details-dictionary"

  static func check(_ file: AppleFile, _ report: inout Report) {
    guard let links = file.association.applinks, let details = file.applinks?.member("details")
    else {
      return
    }
    if links.isUnwrappedEntry {
      report.error(
        details, "'details' is an entry itself: expected an array of entries",
        help: "wrap the entry in [ ]")
    } else if links.isDictionary {
      report.finding(
        .warning, details,
        "'details' is a dictionary, whose entries have no order: expected an array",
        repairs: [array(details)])
    }
  }

  /// Every key becomes the `appID` of its entry, which systems before iOS 13 read too.
  private static func array(_ details: Spot) -> Repair {
    let entries = (details.node.object ?? []).compactMap { member -> JSONNode? in
      guard let members = member.node.object else { return nil }
      let identifier = JSONMember(
        name: "appID", nameOffset: member.nameOffset,
        node: JSONNode(offset: member.nameOffset, value: .string(member.name)))
      return JSONNode(offset: member.node.offset, value: .object([identifier] + members))
    }
    return Repair(
      "write [{\"appID\": \"…\", \"paths\": […]}]",
      [.replace(details.node.offset, .array(entries))], effect: .none)
  }
}
