import HTTPCore

extension FuzzTarget {
  /// The header of a proxy, in one piece and in many.
  ///
  /// The input is a byte for the index of the cut, and the bytes of a proxy.
  static let proxies = FuzzTarget(name: "proxies") { bytes in
    let sent = Array(bytes.dropFirst())
    let whole = outcome([sent])
    let pieces = outcome(FuzzInput.pieces(sent, lengths: bytes.first ?? 0))
    expect(whole == pieces, "\(whole) in one piece, \(pieces) in several")
    expect(whole.taken <= min(sent.count, 16 + 4096), "\(whole.taken) bytes were taken")
    if case .needsMore = whole.event {
      expect(whole.taken == sent.count, "bytes are left though more are needed")
    }
  }

  private struct Outcome: Equatable {
    var taken = 0
    var event = ProxyHeaderDecoder.Event.needsMore
  }

  private static func outcome(_ pieces: [[UInt8]]) -> Outcome {
    var decoder = ProxyHeaderDecoder()
    var outcome = Outcome()
    for piece in pieces where outcome.event == .needsMore {
      let (taken, event) = decoder.decode(piece.span)
      outcome.taken += taken
      outcome.event = event
    }
    return outcome
  }
}
