import Glibc

/// A pipe through which other threads end a thread's wait on descriptors.
final class Wake: Sendable {
  /// Becomes readable when `ring` is called.
  let descriptor: Int32
  private let writing: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    _ = pipe(&ends)
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    descriptor = ends[0]
    writing = ends[1]
  }

  deinit {
    close(descriptor)
    close(writing)
  }

  func ring() {
    // A full pipe is already readable.
    _ = write(writing, [1], 1)
  }

  /// Discards earlier rings.
  func clear() {
    var bytes = [UInt8](repeating: 0, count: 512)
    while read(descriptor, &bytes, bytes.count) == bytes.count {}
  }

  /// Waits for a ring, up to the given time.
  func wait(milliseconds: Int32) {
    var descriptors = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
    _ = poll(&descriptors, 1, milliseconds)
  }
}
