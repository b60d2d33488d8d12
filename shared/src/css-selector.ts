/** With all of its digits and one blank of CSS, so that nothing of it is taken for a letter of the name: in all ways to
 *  share those out, a wrong selector of 80 characters took hours. */
const ESCAPE = String.raw`\\(?:(?:[\da-fA-F]{6}|[\da-fA-F]{1,5}(?![\da-fA-F]))[ \t\n\r\f]?|[^\n\r\f\da-fA-F])`
const NAME = `(?:[-\\w\\u0080-\\uffff]|${ESCAPE})`
const IDENT = `(?:--|-?(?:[A-Za-z_\\u0080-\\uffff]|${ESCAPE}))${NAME}*`
const QUOTED = String.raw`"(?:[^"\\\n\r\f]|\\[^])*"|'(?:[^'\\\n\r\f]|\\[^])*'`
/** Of a namespace, as in `svg|a`. */
const PREFIX = `(?:(?:${IDENT}|\\*)?\\|(?![=|]))?`

const sticky = (source: string): RegExp => new RegExp(source, 'y')

const TYPE = sticky(`${PREFIX}(?:${IDENT}|\\*)|&`)
/** What may follow each other without a blank, save a function, whose end takes counting. */
const SIMPLE = sticky(
  `[.#]${IDENT}|::?${IDENT}(?!${NAME}|\\()|` +
    `\\[\\s*${PREFIX}${IDENT}\\s*(?:[~|^$*]?=\\s*(?:${IDENT}|${QUOTED})\\s*(?:[iIsS]\\s*)?)?\\]`,
)
const FUNCTION = sticky(`::?${IDENT}\\(`)
const WITHIN_FUNCTION = sticky(`[^()"'\\\\]+|${ESCAPE}|${QUOTED}`)
const BETWEEN = sticky(String.raw`\s*(?:\|\||[>+~,])\s*|\s+(?!$)`)

/** @returns where a match ends; null when there is none at that place */
function endOf(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : null
}

/** Passes over a function such as `:not(.a)`; what is within is only looked through for its end. */
function endOfFunction(text: string, from: number): number | null {
  let at = endOf(FUNCTION, text, from)
  for (let depth = 1; at !== null && depth > 0;) {
    const mark = text[at]
    if (mark === '(') depth += 1
    if (mark === ')') depth -= 1
    at = mark === '(' || mark === ')' ? at + 1 : endOf(WITHIN_FUNCTION, text, at)
  }
  return at
}

function endOfCompound(text: string, from: number): number | null {
  let end = endOf(TYPE, text, from)
  for (;;) {
    const next: number | null = endOf(SIMPLE, text, end ?? from) ?? endOfFunction(text, end ?? from)
    if (next === null) return end
    end = next
  }
}

/** Why a text is no CSS selector, going on after "it must be a CSS selector"; null when it is one, as
 *  far as can be told without a browser: names of pseudo-classes, and what is within their brackets,
 *  are not judged. Source: Selectors Level 4, section 18 */
export function selectorProblem(selector: string): string | null {
  const text = selector.trim()
  if (text === '') return 'it is empty'
  for (let at = 0; ;) {
    const end = endOfCompound(text, at)
    if (end === text.length) return null
    const next = end === null ? null : endOf(BETWEEN, text, end)
    if (next === null)
      return `it makes no sense from "${text.slice(end ?? at, (end ?? at) + 40)}" on`
    if (next === text.length) return 'something is missing at its end'
    at = next
  }
}
