/** A word in lower case without its plural or possessive s. Only good for comparing words that all went
 *  through it: "boxes" and "box" come out the same, "news" as "new". */
export function singularOf(word: string): string {
  const base = word.endsWith("'s") ? word.slice(0, -2) : word
  if (base.length < 4 || !base.endsWith('s') || /(?:ss|us|is)$/.test(base)) return base
  if (base.endsWith('ies') && base.length > 4) return `${base.slice(0, -3)}y`
  return /(?:s|x|z|ch|sh)es$/.test(base) ? base.slice(0, -2) : base.slice(0, -1)
}
