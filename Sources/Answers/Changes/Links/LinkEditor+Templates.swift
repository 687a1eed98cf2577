package import JSONSyntax
import LinkStorage
package import Links

/// A campaign under a name, with which anybody's new links may begin.
package struct CampaignTemplate: Equatable, Sendable {
  package let name: String
  package let campaign: ShortLink.Campaign

  /// The name of the document with all templates among the values that nodes share.
  package static let storedName = "campaign templates"

  package var document: JSONOutput {
    [
      "name": .string(name),
      "campaign": .object(campaign.items.map { .init($0.name, .string($0.value)) }),
    ]
  }

  /// - Parameter description: a name and a campaign as a link has them, neither of them null.
  fileprivate init(_ description: JSONNode) throws(ChangeRefusal) {
    let collector = JSONProblemCollector(tree: description)
    var link = ShortLink(host: "", slug: "", url: "")
    _ = collector.root.object { object in
      for name in ["name", "campaign"] { _ = object.required(name) }
      LinkReader(nullIsAbsence: false, setter: .template).read(object, into: &link)
    }
    var faults = collector.problems.faults
    if link.name == nil, faults.isEmpty {
      faults.append(FieldFault("name", ValueFault.missing("name", hint: nil)))
    }
    guard let name = link.name, faults.isEmpty else { throw .invalid(faults) }
    (self.name, campaign) = (name, link.campaign)
  }
}

/// Templates are one document among the values that all nodes share.
extension LinkEditor {
  private static let templateLimit = 100

  /// The templates in the order of their names, for whoever reads or writes links.
  package func templates() throws(ChangeError) -> [CampaignTemplate] {
    if !authority.may(.writeLinks) { try authority.require(.readLinks) }
    return try keptTemplates()
  }

  package func keepTemplate(_ description: JSONNode) throws(ChangeError) -> CampaignTemplate {
    let template = try decided(CampaignTemplate(description))
    let faults = AccountFault.faults(ofName: template.name)
    guard faults.isEmpty else { throw .refused(.invalid(faults)) }
    return try changeTemplates(.templateKept, template.name) { all throws(ChangeError) in
      all.removeAll { $0.name == template.name }
      guard all.count < Self.templateLimit else {
        throw .refused(.tooManyTemplates(limit: Self.templateLimit))
      }
      all.append(template)
      all.sort { $0.name < $1.name }
      return template
    }
  }

  package func removeTemplate(_ name: String) throws(ChangeError) -> CampaignTemplate {
    try changeTemplates(.templateRemoved, name) { all throws(ChangeError) in
      guard let position = all.firstIndex(where: { $0.name == name }) else {
        throw .refused(
          .templateNotFound(name, nearest: nearestName(to: name, among: all.map(\.name))))
      }
      return all.remove(at: position)
    }
  }

  private func keptTemplates() throws(ChangeError) -> [CampaignTemplate] {
    let bytes = try read(store.sharedValue(CampaignTemplate.storedName))
    let root = bytes.flatMap { JSONDocument(stored: $0) }?.root
    return (root?.array ?? []).compactMap { try? CampaignTemplate($0) }
  }

  private func changeTemplates(
    _ action: AuditAction, _ name: String,
    _ change: (inout [CampaignTemplate]) throws(ChangeError) -> CampaignTemplate
  ) throws(ChangeError) -> CampaignTemplate {
    try authority.require(.writeLinks)
    return try withLease("templates") { _ throws(ChangeError) in
      let known = try keptTemplates()
      var all = known
      let template = try change(&all)
      guard all != known else { return template }
      let bytes = Array(JSONOutput.array(all.map(\.document)).compact.utf8)
      try written {
        $0.note(
          action, about: name, keeping: (CampaignTemplate.storedName, bytes),
          by: authority.actor, now: now, completion: $1)
      }
      return template
    }
  }
}
