/** Shorter passages in quotes are names and words that are only talked about. */
const LEAST_LENGTH = 40

/** Typographic marks that open, and those that may close after them. Marks of no other kind stand
 *  between, so that marks without end cost no time. */
const TYPOGRAPHIC = /[“„«»‟「『][^“”„«»‟「」『』]*[”“»«」』]/g

/** Passages of 40 characters and more in quotation marks. Straight marks are taken in pairs. */
export function countQuotes(text: string): number {
  const typographic = text.match(TYPOGRAPHIC) ?? []
  const straight = text.split('"').filter((_, at, parts) => at % 2 === 1 && at < parts.length - 1)
  const passages = [...typographic.map((passage) => passage.slice(1, -1)), ...straight]
  return passages.filter((passage) => passage.trim().length >= LEAST_LENGTH).length
}
