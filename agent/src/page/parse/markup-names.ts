import { words } from '../words.ts'

/** Names of elements and attributes that pages are full of; others are made anew each time they are met. */
const COMMON = words(
  'a abbr address article aside b body br button div em figcaption figure footer form',
  'h1 h2 h3 h4 h5 h6 head header hr html i iframe img input label li link main meta nav noscript ol option p',
  'path picture script section select small source span strong style svg table tbody td textarea tfoot th thead',
  'title tr u ul',
  'action alt aria-controls aria-expanded aria-hidden aria-label aria-labelledby async charset class content',
  'crossorigin d data-id data-src datetime decoding defer fetchpriority fill for height href hreflang id',
  'integrity itemprop itemscope itemtype lang loading media method name onclick placeholder property rel role',
  'sizes src srcset stroke tabindex target type value viewbox width xmlns',
)
/** Many times as many as names, so that few meet. A power of two. */
const SLOTS = 2_048

/** Whether a unit may stand in a name that is taken as it is written: names in capitals are not. */
export const NAME_CHARACTERS = new Uint8Array(128)
for (const character of 'abcdefghijklmnopqrstuvwxyz0123456789-_:') {
  NAME_CHARACTERS[character.charCodeAt(0)] = 1
}

const byHash: (string | null)[] = Array.from({ length: SLOTS }, () => null)
for (const name of COMMON) {
  const slot = slotOf(name, 0, name.length)
  // Of two that meet the first is told.
  byHash[slot] ??= name
}

function slotOf(text: string, from: number, to: number): number {
  let bits = to - from
  for (let at = from; at < to; at += 1) bits = Math.imul(bits, 31) + text.charCodeAt(at)
  return (bits ^ (bits >>> 11)) & (SLOTS - 1)
}

/** Where a name ends that begins at a place of a text; that place itself where none does. */
export function nameEnd(text: string, from: number): number {
  let end = from
  while (end < text.length && NAME_CHARACTERS[text.charCodeAt(end)] === 1) end += 1
  return end
}

/** The name that stands in a text. One that is common is always the same string: none is made of it, and it is told
 *  from others by comparing once. */
export function nameAt(text: string, from: number, to: number): string {
  const common = byHash[slotOf(text, from, to)] ?? null
  if (common !== null && common.length === to - from && text.startsWith(common, from)) return common
  return ownSlice(text, from, to)
}

/** Longer ones would share the page's memory: V8 copies shorter slices. */
const COPIED_SLICE = 12

/** A piece of a text that does not keep the whole text. */
export function ownSlice(text: string, from: number, to: number): string {
  const slice = text.slice(from, to)
  return slice.length > COPIED_SLICE ? ` ${slice}`.slice(1) : slice
}
