/** How much of a page is looked at. A page that holds more is cut there and says so; the counters
 *  beside lists go on. */
export const PAGE_LIMITS = {
  /** Links, images and such in lists of facts. */
  listed: 5_000,
  /** Lists nobody needs long: metas, titles, headings, forms. */
  shortListed: 1_000,
  /** Text that is kept of a page, in characters. */
  textCharacters: 1_000_000,
  /** Depth below which elements are not looked into. */
  depth: 2_000,
  elements: 500_000,
} as const
