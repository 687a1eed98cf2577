/// The drawing of a code, read from its path data.
struct SVGPicture {
  /// The width and height, in units of the view box.
  let side: Int
  /// Whether each square is dark, row by row from the top, including the quiet zone.
  private(set) var dark: [Bool]

  /// Nil unless the drawing is a white square with rows of dark squares on it.
  init?(_ file: String) {
    guard
      let match = file.wholeMatch(
        of: #/<svg [^>]*viewBox="0 0 (\d+) \1"[^>]*><title>[^<]*</title>(.*)</svg>\n/#),
      let side = Int(match.1),
      let paths = match.2.wholeMatch(
        of: #/<path fill="#ffffff" d="M0 0h(\d+)v(\d+)H0z"/><path fill="#000000" d="([^"]*)"/>/#),
      paths.1 == match.1, paths.2 == match.1
    else { return nil }
    self.side = side
    dark = [Bool](repeating: false, count: side * side)
    let runs = paths.3.matches(of: #/M(\d+) (\d+)h(\d+)v1h-(\d+)z/#)
    guard runs.map({ $0.0 }).joined() == paths.3 else { return nil }
    for run in runs {
      guard let x = Int(run.1), let y = Int(run.2), let length = Int(run.3), run.3 == run.4,
        x + length <= side, y < side
      else { return nil }
      for column in x..<(x + length) { dark[y * side + column] = true }
    }
  }
}
