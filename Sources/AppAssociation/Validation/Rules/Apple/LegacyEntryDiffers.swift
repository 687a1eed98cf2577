/// Systems from iOS 13 on also see an entry with `paths` that is meant for older ones, if the entry
/// with `components` has no match. A legacy entry that opens more therefore opens it everywhere.
/// The example in the finding was evaluated by both entries.
///
/// Bad:
/// ```json
/// {"applinks":{"apps":[],"details":[
///  {"appIDs":["94VJUJ8B7P.jp.asajikan.www"],"components":[{"/":"/a"}]},
///  {"appID":"94VJUJ8B7P.jp.asajikan.www","paths":["/a","/b"]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"apps":[],"details":[
///  {"appIDs":["94VJUJ8B7P.jp.asajikan.www"],"components":[{"/":"/a"}]},
///  {"appID":"94VJUJ8B7P.jp.asajikan.www","paths":["/a"]}]}}
/// ```
enum LegacyEntryDiffers: AppleRule {
  static let code = "legacy-entry-differs"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for list in file.lists where list.isLegacy && list.entry.details.components == nil {
      guard let app = list.entry.details.appID,
        let modern = file.lists.first(where: {
          !$0.isLegacy
            && $0.entry.details.identifiers(on: AppleFeatures(system: .newestIOS)).contains(app)
        })
      else { continue }
      let old = CompiledRules(list.rules.map { ComponentMatcher($0.effective, variables: nil) })
      let new = CompiledRules(
        modern.rules.map { ComponentMatcher($0.effective, variables: file.variables) })
      for rule in list.rules where !rule.isExclude {
        guard let example = SampleURL(rule.effective, variables: nil, seed: 0)?.parts,
          old.opens(example), !new.opens(example)
        else { continue }
        let path = String(decoding: example.path, as: UTF8.self)
        report.warning(
          rule.spot, "'\(path)' opens the app here and not by \(modern.spot.path)",
          help: "let both entries open the same URLs")
        break
      }
    }
  }
}
