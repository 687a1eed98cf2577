import Links
import SiteModel

/// What an explanation takes as given: the configuration that is served, the time, the tap, and the
/// links of a store.
struct TapPremises {
  let snapshot: ServiceSnapshot
  let now: Timestamp
  let context: TapContext
  let links: LinkNotebook
}
