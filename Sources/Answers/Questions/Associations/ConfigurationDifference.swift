import AppAssociation
package import JSONSyntax
package import SiteModel
import WebSyntax

/// The URLs that start or stop opening apps between two configurations, host by host.
package struct ConfigurationDifference: Equatable, Sendable {
  /// The hosts with changes, and those whose comparison leaves something open; a host without any is
  /// left out.
  package let hosts: [Host]

  package struct Host: Equatable, Sendable {
    package let host: String
    package let changes: [Change]
    /// What the comparison left out, as sentences without a capital or full stop.
    package let remarks: [String]
  }

  /// A URL that starts or stops opening an app.
  package struct Change: Equatable, Sendable {
    /// A sample URL that a route or link of the host matches.
    package let url: String
    /// The application identifier or package.
    package let app: String
    /// Whether the URL opens the app now and did not before; false for the reverse.
    package let starts: Bool

    /// The change in one word, `starts` or `stops`.
    package var word: String { starts ? "starts" : "stops" }

    /// Nil when the app opens under both files or neither.
    init?(_ example: AssociationDifference.Example, app: String, on host: String) {
      let (before, after) = (example.old == .match, example.new == .match)
      guard before != after else { return nil }
      // Any host under a wildcard serves as an example.
      url = "https://\(host.hasPrefix("*.") ? "www." + host.dropFirst(2) : host)\(example.url)"
      self.app = app
      starts = after
    }
  }
}

extension ConfigurationDifference {
  /// Lists hosts in the order of the new configuration, then those that only the old one has. Hosts
  /// without changes are left out.
  package init(from old: ServiceSnapshot, to new: ServiceSnapshot) {
    var seen: Set<String> = []
    let hosts = (new.hostNames + old.hostNames).filter { seen.insert($0).inserted }
    self.hosts = hosts.compactMap { host in
      let host = Self.compared(host, from: old, to: new)
      return host.changes.isEmpty && host.remarks.isEmpty ? nil : host
    }
  }

  private static func compared(
    _ host: String, from old: ServiceSnapshot, to new: ServiceSnapshot
  ) -> Host {
    var (changes, remarks): ([Change], [String]) = ([], [])
    for document in [SiteDocument.apple, .android] {
      let nothing = document == .apple ? "{}" : "[]"
      let files = [old, new].map { snapshot in
        AssociationText(document.rawValue, bytes: snapshot.bytes(document, of: host, nothing))
      }
      guard files[0].text != files[1].text,
        let difference = try? AssociationDifference(from: files[0], to: files[1])
      else { continue }
      changes += difference.apps.flatMap { app in
        // Only examples for the newest generation of systems: older ones repeat them.
        (app.generations.last?.examples ?? []).compactMap { example in
          Change(example, app: app.identifier, on: host)
        }
      }
      remarks += difference.remarks
    }
    return Host(host: host, changes: changes, remarks: remarks)
  }
}

extension ConfigurationDifference: QuestionAnswer {
  package var isPositive: Bool { hosts.isEmpty }

  package var document: JSONOutput {
    [
      "hosts": .array(
        hosts.map { host in
          let notes: JSONOutput = host.remarks.isEmpty ? [:] : ["notes": .strings(host.remarks)]
          return ["host": .string(host.host), "changes": .array(host.changes.map(\.output))] + notes
        })
    ]
  }
}

extension ConfigurationDifference.Change {
  fileprivate var output: JSONOutput {
    ["url": .string(url), "change": .string(word), "app": .string(app)]
  }
}

extension ServiceSnapshot {
  /// The bytes of the document that a host serves, or `nothing`; `host` is a name or pattern in the
  /// configuration.
  fileprivate func bytes(
    _ document: SiteDocument, of host: String, _ nothing: String
  ) -> [UInt8] {
    let site = sites.first { $0.definition.allHosts.contains { $0.description == host } }
    return site?.documents[document] ?? Array(nothing.utf8)
  }
}
