import Links
import LinkStorage

extension MemoryContents {
  mutating func create(_ token: APIToken, by author: Author) -> TokenCreation {
    let isTaken = tokens.contains { $0.id == token.id || $0.digest == token.digest }
    guard !isTaken else { return .taken }
    tokens.append(token)
    note(.tokenCreated, ofToken: token.id, at: token.createdAt, by: author)
    return .created
  }

  mutating func revokeToken(_ id: String, _ now: Timestamp, by author: Author) -> TokenRevocation {
    guard let index = tokens.firstIndex(where: { $0.id == id }) else { return .missing }
    guard tokens[index].revokedAt == nil else { return .revoked }
    tokens[index].revokedAt = now
    note(.tokenRevoked, ofToken: id, at: now, by: author)
    return .revoked
  }

  private mutating func note(
    _ action: AuditAction, ofToken id: String, at time: Timestamp, by author: Author
  ) {
    feed.noteTokens(at: time, by: author.origin)
    auditLog.append([AuditEntry(action, by: author.actor, at: time, token: id)])
  }

  mutating func note(_ uses: [TokenUse]) {
    for use in uses {
      guard let index = tokens.firstIndex(where: { $0.id == use.id }) else { continue }
      tokens[index].usedAt = max(tokens[index].usedAt ?? use.time, use.time)
    }
  }

  // MARK: - Claims

  mutating func keep(_ claim: Claim, _ now: Timestamp) -> ClaimCreation {
    claims = claims.filter { $0.value.expires > now }
    guard claims.count < Claim.countLimit else { return .full }
    guard claims[claim.digest] == nil else { return .taken }
    claims[claim.digest] = claim
    return .kept
  }

  mutating func takeClaim(_ digest: [UInt8], _ now: Timestamp) -> Claim? {
    guard let claim = claims[digest], claim.expires > now else { return nil }
    claims[digest] = nil
    return claim
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
