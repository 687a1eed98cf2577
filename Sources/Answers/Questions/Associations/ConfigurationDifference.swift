import AppAssociation
package import JSONSyntax
package import SiteModel
import WebSyntax

/// What starts or stops opening apps between two configurations, and what apps may do, host by host.
package struct ConfigurationDifference: Equatable, Sendable {
  /// The hosts with changes, and those whose comparison leaves something open; a host without any is
  /// left out.
  package let hosts: [Host]

  package struct Host: Equatable, Sendable {
    package let host: String
    package let changes: [Change]
    /// The certificates, relations and services that apps gain or lose, as sentences without a capital
    /// or full stop.
    package let grants: [String]
    /// What the comparison left out, as such sentences.
    package let remarks: [String]

    package var notes: [String] { grants + remarks }
  }

  /// A URL that starts or stops opening an app.
  package struct Change: Equatable, Sendable {
    /// A sample URL that a route or link of the host matches.
    package let url: String
    /// The application identifier or package.
    package let app: String
    /// Whether the URL opens the app now and did not before; false for the reverse.
    package let starts: Bool
    /// The systems concerned, as in ` from iOS 9.2 on, before iOS 13.0`; empty when the newest are.
    package let versions: String

    /// The change in one word, `starts` or `stops`.
    package var word: String { starts ? "starts" : "stops" }

    /// Nil when the app opens under both files or neither.
    init?(
      _ example: AssociationDifference.Example, app: String, on host: String, versions: String
    ) {
      let (before, after) = (example.old == .match, example.new == .match)
      guard before != after else { return nil }
      // Any host under a wildcard serves as an example.
      url = "https://\(host.hasPrefix("*.") ? "www." + host.dropFirst(2) : host)\(example.url)"
      self.app = app
      starts = after
      self.versions = versions
    }
  }
}

extension ConfigurationDifference {
  /// Lists hosts in the order of the new configuration, then those that only the old one has.
  package init(from old: ServiceSnapshot, to new: ServiceSnapshot) {
    var seen: Set<String> = []
    let hosts = (new.hostNames + old.hostNames).filter { seen.insert($0).inserted }
    self.hosts = hosts.compactMap { host in
      let host = Self.compared(host, from: old, to: new)
      return host.changes.isEmpty && host.notes.isEmpty ? nil : host
    }
  }

  private static func compared(
    _ host: String, from old: ServiceSnapshot, to new: ServiceSnapshot
  ) -> Host {
    var (changes, grants, remarks): ([Change], [String], [String]) = ([], [], [])
    for document in [SiteDocument.apple, .android] {
      let nothing = document == .apple ? "{}" : "[]"
      let files = [old, new].map { snapshot in
        AssociationText(document.rawValue, bytes: snapshot.bytes(document, of: host, nothing))
      }
      guard files[0].text != files[1].text,
        let difference = try? AssociationDifference(from: files[0], to: files[1])
      else { continue }
      for app in difference.apps {
        var told: Set<String> = []
        // The newest systems first: older ones repeat much of it.
        for generation in app.generations.reversed() {
          let versions =
            generation.until == nil ? "" : " " + generation.versions(of: difference.kind)
          changes += generation.examples.compactMap { example in
            Change(example, app: app.identifier, on: host, versions: versions)
          }.filter { told.insert("\($0.word) \($0.url)").inserted }
        }
      }
      grants += difference.services.map(\.sentence) + difference.statements.map(\.sentence)
      remarks += difference.remarks
    }
    return Host(host: host, changes: changes, grants: grants, remarks: remarks)
  }
}

extension ConfigurationDifference: QuestionAnswer {
  package var isPositive: Bool { hosts.isEmpty }

  package var document: JSONOutput {
    [
      "hosts": .array(
        hosts.map { host in
          let notes: JSONOutput = host.notes.isEmpty ? [:] : ["notes": .strings(host.notes)]
          return ["host": .string(host.host), "changes": .array(host.changes.map(\.output))] + notes
        })
    ]
  }
}

extension ConfigurationDifference.Change {
  fileprivate var output: JSONOutput {
    let members: JSONOutput = [
      "url": .string(url), "change": .string(word), "app": .string(app),
      "versions": versions.isEmpty ? .null : .string(String(versions.dropFirst())),
    ]
    return members.withoutNulls
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
