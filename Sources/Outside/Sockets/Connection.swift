import CSockets
import System

/// Non-blocking system calls on a connection's descriptor.
package enum Connection {
  package enum Reading {
    /// That number of bytes was read.
    case bytes(Int)
    /// Nothing has arrived yet, or the peer sends no more.
    case nothingYet, end
    /// The connection is unusable.
    case broken
  }

  package enum Accepting {
    /// The peer's address as 16 bytes in two numbers, with IPv4 mapped; nil for unix sockets.
    case connection(Int32, peer: (high: UInt64, low: UInt64)?)
    case nothingYet
    /// A transient failure, for example because the client is gone; the next call may succeed.
    case passing
    /// No descriptor or no memory is available.
    case exhausted
  }

  /// Reads available bytes from a connection.
  package static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer)
    -> Reading
  {
    let (count, code) = SystemCall.perform {
      keiro_receive(descriptor, buffer.baseAddress, buffer.count)
    }
    if count > 0 { return .bytes(count) }
    if count == 0 { return .end }
    return code == EAGAIN ? .nothingYet : .broken
  }

  /// Reads bytes that stay on the connection.
  package static func peek(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer)
    -> Reading
  {
    let (count, code) = SystemCall.perform {
      recv(descriptor, buffer.baseAddress, buffer.count, keiro_peek_flag())
    }
    if count > 0 { return .bytes(count) }
    if count == 0 { return .end }
    return code == EAGAIN ? .nothingYet : .broken
  }

  /// The number of bytes written; nil when the connection is broken.
  ///
  /// - Parameter isLast: whether the end of the connection follows at once and takes the last bytes
  ///   along: one segment in place of two. They would wait for it for a fifth of a second.
  package static func write(
    _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, isLast: Bool = false
  ) -> Int? {
    let (count, code) = SystemCall.perform {
      keiro_send(descriptor, bytes.baseAddress, bytes.count, isLast ? 1 : 0)
    }
    if count >= 0 { return count }
    return code == EAGAIN ? 0 : nil
  }

  /// Accepts a waiting connection, in non-blocking mode.
  package static func accept(_ listener: Int32) -> Accepting {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let (descriptor, code) = SystemCall.perform {
      withUnsafeMutablePointer(to: &storage) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          accept4(listener, $0, &length, keiro_accept_flags())
        }
      }
    }
    guard descriptor >= 0 else {
      switch code {
      case EAGAIN: return .nothingYet
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted
      case EBADF, EINVAL, ENOTSOCK: return .nothingYet
      default: return .passing
      }
    }
    return .connection(descriptor, peer: peerAddress(storage))
  }

  private static func peerAddress(_ storage: sockaddr_storage) -> (high: UInt64, low: UInt64)? {
    withUnsafeBytes(of: storage) { bytes in
      switch Int32(storage.ss_family) {
      case AF_INET:
        let address = bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self).bigEndian
        return (0, 0xFFFF_0000_0000 | UInt64(address))
      case AF_INET6:
        return (
          bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self).bigEndian,
          bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self).bigEndian
        )
      default: return nil
      }
    }
  }

  /// Closes the sending side.
  package static func endWriting(_ descriptor: Int32) {
    _ = shutdown(descriptor, keiro_shut_write())
  }

  /// Closes a descriptor, whose number may be reused at once.
  package static func close(_ descriptor: Int32) {
    SystemCall.close(descriptor)
  }

  /// Opens a reserve descriptor, to be released when no other is available; nil when there is none.
  package static func reserve() -> Int32? {
    let descriptor = SystemCall.openNull()
    return descriptor >= 0 ? descriptor : nil
  }
}
