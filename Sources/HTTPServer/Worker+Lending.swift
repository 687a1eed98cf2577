import HTTPCore

/// What a connection needs for the moment of an answer is the worker's, so that an idle connection
/// holds next to nothing and one that has just been made allocates nothing.
extension Worker {
  /// Up to this size a buffer of answers is kept for the next connection.
  private static let keptOutputBytes = 256 << 10

  func lendReader(_ connection: ServerConnection) -> RequestReader {
    if connection.reader == nil { swap(&connection.reader, &spareReader) }
    if let reader = connection.reader { return reader }
    let reader = RequestReader(limits: configuration.limits)
    connection.reader = reader
    return reader
  }

  func takeBackReader(_ connection: ServerConnection) {
    guard connection.reader?.decoder.isReusable == true else { return }
    if spareReader == nil {
      swap(&connection.reader, &spareReader)
    } else {
      connection.reader = nil
    }
  }

  func lendOutput(_ connection: ServerConnection) {
    guard connection.output.capacity == 0 else { return }
    swap(&connection.output, &spareOutput)
  }

  func takeBackOutput(_ connection: ServerConnection) {
    guard connection.output.capacity > 0 else { return }
    connection.dropSentOutput()
    if spareOutput.capacity == 0, connection.output.capacity <= Self.keptOutputBytes {
      swap(&connection.output, &spareOutput)
    } else {
      connection.output = []
    }
  }
}
