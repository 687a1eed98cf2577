import HTTPCore

/// The buffers needed during a response belong to the worker, so that an idle connection holds
/// almost nothing and a new one does not allocate.
extension Worker {
  /// The maximum size of an output buffer that is kept for the next connection.
  private static let keptOutputBytes = 256 << 10

  /// The reader of a connection: its own if it has received the beginning of a request, otherwise
  /// the shared one.
  func reader(for connection: ServerConnection) -> RequestReader {
    if let reader = connection.reader { return reader }
    if let reader = spareReader { return reader }
    let reader = RequestReader(limits: configuration.limits.requests)
    spareReader = reader
    return reader
  }

  /// Leaves the shared reader to a connection.
  func lend(_ reader: RequestReader, to connection: ServerConnection) {
    guard connection.reader == nil else { return }
    connection.reader = reader
    spareReader = nil
  }

  /// Takes the reader back from a connection whose requests are complete, unless it has the limits of
  /// an earlier configuration.
  func takeBackReader(_ connection: ServerConnection) {
    if spareReader == nil, connection.reader?.limits == configuration.limits.requests {
      spareReader = connection.reader
    }
    connection.reader = nil
  }

  func lendOutput(_ connection: ServerConnection) {
    connection.output.borrow(&spareOutput)
  }

  /// Takes the buffer back from a connection whose client does not read, which keeps what waits.
  func settleOutput(_ connection: ServerConnection) {
    connection.output.settle(&spareOutput, limit: Self.keptOutputBytes)
  }

  func takeBackOutput(_ connection: ServerConnection) {
    connection.output.giveBack(&spareOutput, limit: Self.keptOutputBytes)
  }
}
