import AppAssociation
import JSONSyntax

/// All services are keys of the root object. A service inside `applinks` is ignored.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[],"webcredentials":{"apps":["94VJUJ8B7P.jp.asajikan.www"]}}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],"components":[{"/":"/x"}]}]},
///  "webcredentials":{"apps":["94VJUJ8B7P.jp.asajikan.www"]}}
/// ```
enum NestedService: AppleRule {
  static let code = "nested-service"

  static func check(_ file: AppleFile, _ report: inout Report) {
    let services = ["applinks"] + AppSiteAssociation.otherServices
    let inside = (file.applinks?.names ?? []) + file.entries.flatMap(\.spot.names)
    for (name, spot) in inside where services.contains(name) {
      let move = Repair(
        "move it to the top level of the file, beside 'applinks'",
        [.remove(spot.node.offset), .add(name, spot.node.value, to: file.root.node.offset)],
        effect: .none)
      report.finding(
        .error, spot, "the service '\(name)' is inside 'applinks', where it is ignored",
        repairs: file.root.member(name) == nil ? [move] : [],
        otherwise: "the top level of the file has '\(name)' too: merge the two there")
    }
  }
}
