import Links
import SiteModel

/// The givens of an explanation: the configuration, the time, the tap, and the links of a store.
struct TapPremises {
  let snapshot: ServiceSnapshot
  let now: Timestamp
  let context: TapContext
  let links: LinkNotebook
}
