import HTTPCore

/// The buffers needed during a response belong to the worker, so that an idle connection holds
/// almost nothing and a new one does not allocate.
extension Worker {
  /// The maximum size of an output buffer that is kept for the next connection.
  private static let keptOutputBytes = 256 << 10

  func lendReader(_ connection: ServerConnection) -> RequestReader {
    if connection.reader == nil { swap(&connection.reader, &spareReader) }
    if let reader = connection.reader { return reader }
    let reader = RequestReader(limits: configuration.limits.requests)
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
