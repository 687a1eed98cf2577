import WebSyntax

/// The part of a short URL behind its prefix.
package enum Slug {
  /// What is wrong with a slug; nil when nothing is.
  package static func fault(of slug: String) -> SlugFault? {
    guard (1...255).contains(slug.utf8.count) else { return .length }
    let isPlain = slug.utf8.allSatisfy {
      PercentCoding.isUnreserved($0) || $0 == UInt8(ascii: "/")
    }
    guard isPlain else { return .characters }
    let segments = slug.split(separator: "/", omittingEmptySubsequences: false)
    guard !segments.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) else {
      return .segments
    }
    guard segments.first != ".well-known", segments.first != "_keiro" else {
      return .reserved
    }
    return nil
  }

  /// Whether a slug is good by a check that costs little; others may be good too.
  package static func passesFastCheck(_ slug: String) -> Bool {
    guard (1...255).contains(slug.utf8.count), let first = slug.utf8.first else { return false }
    let isOdd = first == UInt8(ascii: ".") || first == UInt8(ascii: "_")
    return !isOdd && slug.utf8.allSatisfy(PercentCoding.isUnreserved)
  }
}
