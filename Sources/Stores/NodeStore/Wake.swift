import Glibc

/// A pipe by which other threads end the wait of one that waits on descriptors.
final class Wake: Sendable {
  /// Can be read once somebody has called `ring`.
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
    // A pipe that is full rings already.
    _ = write(writing, [1], 1)
  }

  /// Forgets earlier rings.
  func clear() {
    var bytes = [UInt8](repeating: 0, count: 512)
    while read(descriptor, &bytes, bytes.count) == bytes.count {}
  }

  /// Waits for a ring, for so long at most.
  func wait(milliseconds: Int32) {
    var descriptors = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
    _ = poll(&descriptors, 1, milliseconds)
  }
}
