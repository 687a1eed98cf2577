import Links
import LinkStorage

extension MemoryContents {
  mutating func create(_ token: APIToken, by origin: Int) -> TokenCreation {
    let isTaken = tokens.contains { $0.id == token.id || $0.digest == token.digest }
    guard !isTaken else { return .taken }
    tokens.append(token)
    feed.noteTokens(at: token.createdAt, by: origin)
    return .created
  }

  mutating func revokeToken(_ id: String, _ now: Timestamp, by origin: Int) -> TokenRevocation {
    guard let index = tokens.firstIndex(where: { $0.id == id }) else { return .missing }
    guard tokens[index].revokedAt == nil else { return .revoked }
    tokens[index].revokedAt = now
    feed.noteTokens(at: now, by: origin)
    return .revoked
  }

  // MARK: - Sessions

  mutating func create(_ session: Session) -> SessionCreation {
    guard !sessions.contains(where: { $0.digest == session.digest }) else { return .taken }
    sessions.append(session)
    return .created
  }

  mutating func touchSession(
    _ digest: [UInt8], _ now: Timestamp, expires: Timestamp
  ) -> SessionChange {
    guard let index = sessions.firstIndex(where: { $0.digest == digest }) else { return .missing }
    sessions[index].seenAt = now
    sessions[index].expires = expires
    return .done
  }

  mutating func revokeSession(_ digest: [UInt8]) -> SessionChange {
    guard let index = sessions.firstIndex(where: { $0.digest == digest }) else { return .missing }
    sessions.remove(at: index)
    return .done
  }
}
