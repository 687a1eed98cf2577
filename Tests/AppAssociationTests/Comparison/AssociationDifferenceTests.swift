import Testing

@testable import AppAssociation

private func association(_ components: String, _ links: String = "") throws -> AppSiteAssociation {
  let text =
    #"{"applinks":{\#(links)"details":[{"appIDs":["T.app"],"components":[\#(components)]}]}}"#
  guard case .apple(let association) = try AssociationFile(decoding: Array(text.utf8)) else {
    throw AssociationKindError()
  }
  return association
}

private struct AssociationKindError: Error {}

private let same: [(String, String, String, String)] = [
  (
    #"{"/":"/x","caseSensitive":false}"#, "", #"{"/":"/x"}"#,
    #""defaults":{"caseSensitive":false},"#
  ),
  (#"{"/":"/a"},{"/":"/b","exclude":true}"#, "", #"{"/":"/b","exclude":true},{"/":"/a"}"#, ""),
  (#"{"/":"/a/*"},{"/":"/a/b"}"#, "", #"{"/":"/a/*"}"#, ""),
  (#"{"/":"/a","comment":"x"}"#, "", #"{"/":"/a","exclude":false}"#, ""),
]

@Test(arguments: same)
func `treats files with the same behaviour as equal`(
  _ old: String, _ oldLinks: String, _ new: String, _ newLinks: String
) throws {
  let difference = AssociationDifference(
    from: try association(old, oldLinks), to: try association(new, newLinks))
  #expect(difference.isEmpty)
  // Systems before iOS 14 do not read 'defaults'.
  #expect(difference.remarks.isEmpty == newLinks.isEmpty)
}

@Test func `lists added, removed, moved and changed rules with example URLs`() throws {
  let old = try association(
    #"{"/":"/gone"},{"/":"/shop/*"},{"/":"/shop/cart","exclude":true},{"/":"/q","?":{"a":"1"}}"#)
  let new = try association(
    #"{"/":"/shop/cart","exclude":true},{"/":"/shop/*"},{"/":"/q","?":{"a":"2"}},{"/":"/come"}"#)
  let difference = AssociationDifference(from: old, to: new)
  let generation = try #require(difference.apps.first?.generations.first)
  #expect(generation.since == SystemVersion(13))
  #expect(difference.apps.first?.generations.count == 1)
  let kinds = Dictionary(grouping: generation.changes, by: \.kind).mapValues(\.count)
  #expect(kinds == [.removed: 1, .moved: 1, .changed: 1, .added: 1])
  #expect(generation.examples.contains(.init(url: "/shop/cart", old: .match, new: .exclude)))
  #expect(generation.examples.contains(.init(url: "/come", old: .noMatch, new: .match)))
  #expect(generation.examples.contains(.init(url: "/gone", old: .match, new: .noMatch)))
}
