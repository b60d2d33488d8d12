import type { PageFacts } from '../../page/facts.ts'

/** Relations of link elements that make the browser fetch what they name. */
const FETCHED_RELS = ['stylesheet', 'icon', 'preload', 'modulepreload', 'manifest']

/** Addresses that a browser fetches for a page, each once, in no order that matters. */
export function loadedAddresses(facts: PageFacts): string[] {
  const links = facts.links.filter(({ rel }) => rel.some((word) => FETCHED_RELS.includes(word)))
  const images = facts.images.list
  const addresses = [
    ...[...facts.scripts, ...links, ...images, ...facts.frames].map(({ url }) => url),
    ...images.flatMap(({ candidates }) => candidates),
    ...facts.styles.flatMap(({ urls }) => urls),
    ...facts.embeds.map(({ url }) => url),
  ]
  return [...new Set(addresses.filter((address) => address !== null))]
}
