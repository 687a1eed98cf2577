/// Builds a small country database in MaxMind's format (version 2.0), as far as tests need it.
package struct CountryFile {
  private enum Record {
    case nothing
    case node(Int)
    case data(Int)
  }

  private var nodes: [(Record, Record)] = [(.nothing, .nothing)]
  private var data: [UInt8] = []

  package init() {}

  /// Adds a network.
  ///
  /// - Parameters:
  ///   - address: 16 bytes; an IPv4 address is in the last four, after zeros.
  ///   - length: the number of bits of the network, out of 128.
  ///   - country: the country code; nil for a network without one.
  package mutating func add(_ address: [UInt8], _ length: Int, country: String?) {
    let offset = data.count
    data +=
      country.map { Self.map([("country", Self.map([("iso_code", Self.text($0))]))]) }
      ?? Self.map([("continent", Self.map([("code", Self.text("AS"))]))])
    var node = 0
    for bit in 0..<length {
      let isRight = address[bit / 8] >> (7 - bit % 8) & 1 == 1
      if bit == length - 1 {
        set(node, isRight, .data(offset))
      } else if case .node(let next) = isRight ? nodes[node].1 : nodes[node].0 {
        node = next
      } else {
        nodes.append((.nothing, .nothing))
        set(node, isRight, .node(nodes.count - 1))
        node = nodes.count - 1
      }
    }
  }

  private mutating func set(_ node: Int, _ isRight: Bool, _ record: Record) {
    if isRight { nodes[node].1 = record } else { nodes[node].0 = record }
  }

  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for (left, right) in nodes {
      for record in [left, right] {
        let number =
          switch record {
          case .nothing: nodes.count
          case .node(let index): index
          case .data(let offset): nodes.count + 16 + offset
          }
        bytes += [UInt8(number >> 16 & 0xFF), UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)]
      }
    }
    bytes += [UInt8](repeating: 0, count: 16) + data
    bytes += [0xAB, 0xCD, 0xEF] + Array("MaxMind.com".utf8)
    bytes += Self.map([
      ("node_count", Self.number(nodes.count, type: 6)), ("record_size", Self.number(24, type: 5)),
      ("ip_version", Self.number(6, type: 5)), ("database_type", Self.text("Test-Country")),
      ("languages", [0, 4]), ("binary_format_major_version", Self.number(2, type: 5)),
      ("binary_format_minor_version", Self.number(0, type: 5)),
      ("build_epoch", [4, 2] + [0x6A, 0, 0, 0]), ("description", Self.map([])),
    ])
    return bytes
  }

  private static func text(_ text: String) -> [UInt8] {
    [2 << 5 | UInt8(text.utf8.count)] + Array(text.utf8)
  }

  private static func number(_ number: Int, type: UInt8) -> [UInt8] {
    [type << 5 | 2, UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)]
  }

  private static func map(_ items: [(String, [UInt8])]) -> [UInt8] {
    [7 << 5 | UInt8(items.count)] + items.flatMap { text($0.0) + $0.1 }
  }
}

extension CountryFile {
  /// 192.0.2.0/24 in Japan, 2001:db8::/32 in Germany, 203.0.113.0/24 in no country.
  package static var sample: CountryFile {
    var file = CountryFile()
    let v4 = [UInt8](repeating: 0, count: 12)
    file.add(v4 + [192, 0, 2, 0], 120, country: "JP")
    file.add(v4 + [203, 0, 113, 0], 120, country: nil)
    file.add([0x20, 0x01, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 12), 32, country: "DE")
    return file
  }
}
