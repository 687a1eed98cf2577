import LinkStorage
import Links
import SiteModel
import Testing
import WebSyntax

@testable import Changes

let now = Timestamp(secondsSinceEpoch: 1_795_224_669)

func reach(_ names: String...) -> HostReach { reach(names) }

func reach(_ names: [String]) -> HostReach { HostReach(names.compactMap { HostPattern($0) }) }

func caller(_ scopes: [TokenScope] = [.admin], on names: [String] = []) -> Authority {
  Authority(
    APIToken(
      id: "me", digest: [0], name: "me", scopes: scopes.map(\.rawValue), reach: reach(names),
      createdAt: now))
}

/// The sites of some hosts, with short links at their roots.
func snapshot(
  _ hosts: [[String]], change: (inout SiteDefinition) -> Void = { _ in }
) throws -> ServiceSnapshot {
  let definitions = hosts.map { hosts in
    var site = SiteDefinition(hosts: hosts.compactMap { HostPattern($0) })
    site.shortLinks = ShortLinksDefinition(prefix: "/", app: nil, links: [])
    change(&site)
    return site
  }
  let compilation = ServiceSnapshot.compile(ServiceDefinition(apps: [], sites: definitions))
  return try #require(compilation.snapshot, "\(compilation.problems)")
}

/// Each hash of a password is another one, as those of real hashers are.
let plain = PasswordHasher(
  hash: { PasswordHash("\(UInt64.random(in: 0 ... .max)):\($0)") },
  verify: { password, hash in hash.text.split(separator: ":").last.map(String.init) == password },
  fault: { _ in nil })

/// Why a change was refused; nil when it was not.
func refusal<Answer>(
  _ change: @autoclosure () throws(ChangeError) -> Answer
) -> ChangeRefusal? {
  do throws(ChangeError) {
    _ = try change()
    return nil
  } catch {
    guard case .refused(let refusal) = error else { return nil }
    return refusal
  }
}
