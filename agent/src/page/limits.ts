/** How much of a page is looked at. A page that holds more is cut there and says so; the counters
 *  beside lists go on. */
export const PAGE_LIMITS = {
  /** Links, images and such in lists of facts. */
  listed: 5_000,
  /** Lists nobody needs long: metas, titles, headings, forms. */
  shortListed: 1_000,
  /** Text that is kept of a page, in characters. */
  textCharacters: 1_000_000,
  /** What is kept of one attribute, in characters; as long as the longest address. */
  attributeCharacters: 16_384,
  /** The same of attributes that hold a word or a sentence: rel, target and alt of a link. */
  shortAttributeCharacters: 1_000,
  /** Text of an anchor. */
  anchorCharacters: 300,
  /** Text of a title or heading. */
  titleCharacters: 10_000,
  /** Addresses in one srcset or one style element. */
  addressesPerElement: 100,
  /** Style attributes that are read; the parser may have repeated an element with a long one. */
  styleCharacters: 5_000_000,
  /** Addresses that are resolved, both as written and in full: a long base would be repeated in each. */
  resolvedCharacters: 20_000_000,
  /** JSON-LD that is kept of a page, in characters. */
  jsonLdCharacters: 2_000_000,
  /** Depth below which elements are not looked into. */
  depth: 2_000,
  elements: 250_000,
  /** Names and values of attributes, beyond what a page is long: the parser repeats elements with theirs. */
  repeatedAttributeCharacters: 150_000_000,
  /** Moves of nodes while a tree is repaired: misnested formatting multiplies them. */
  moves: 5_000_000,
} as const
