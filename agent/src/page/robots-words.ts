import { words } from './words.ts'

/** Directives with a value; any other word before a colon names a crawler. */
const VALUED = new Set(words('max-snippet max-image-preview max-video-preview unavailable_after'))

/** Words that are looked at in one tag or field. */
const MAX_WORDS = 100

/** Directives of a list, in lower case, without white space round a colon; the date of unavailable_after as
 *  written. Words parted by spaces alone are taken for several, as they are meant. */
export function readDirectives(list: string): string[] {
  const directives: string[] = []
  for (const piece of list.split(',', MAX_WORDS)) {
    const colon = piece.indexOf(':')
    const name = piece.slice(0, colon).trim().toLowerCase()
    const last = directives.at(-1)
    if (colon !== -1 && VALUED.has(name)) {
      const value = piece.slice(colon + 1).trim()
      directives.push(`${name}:${name === 'unavailable_after' ? value : value.toLowerCase()}`)
    } else if (last !== undefined && /^unavailable_after:[a-z]{3,9}$/i.test(last)) {
      // The comma stood within the date: "Friday, 25-Jun-10 15:00:00 UTC".
      directives[directives.length - 1] = `${last}, ${piece.trim()}`
    } else {
      const parted = piece.toLowerCase().split(/\s+/)
      directives.push(...parted.filter((word) => word !== ''))
    }
  }
  return directives
}

/** Directives of a header field by the crawler they are for, null for all. A name counts up to the next
 *  one, or to the end of the field. */
export function readByBot(field: string): { bot: string | null; directives: string[] }[] {
  const groups: { bot: string | null; pieces: string[] }[] = [{ bot: null, pieces: [] }]
  for (const piece of field.split(',', MAX_WORDS)) {
    const colon = piece.indexOf(':')
    const name = piece.slice(0, Math.max(colon, 0)).trim().toLowerCase()
    if (/^[a-z0-9_-]{1,60}$/.test(name) && !VALUED.has(name)) {
      groups.push({ bot: name, pieces: [piece.slice(colon + 1)] })
    } else {
      groups.at(-1)?.pieces.push(piece)
    }
  }
  return groups
    .filter(({ pieces }) => pieces.length > 0)
    .map(({ bot, pieces }) => ({ bot, directives: readDirectives(pieces.join(',')) }))
}
