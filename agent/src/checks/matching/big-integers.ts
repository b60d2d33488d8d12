import { randomUUID } from 'node:crypto'
import { endOfString, QUOTE } from './end-of-string.ts'

/** What stands before the digits of an integer that was made a text. No answer can know it. */
const MARK = `${randomUUID()} `

/** Shorter ones are held by a number; longer ones are infinite as one, as they always were. */
const MIN_LENGTH = 16
const MAX_LENGTH = 309

const MINUS = 45
const ZERO = 48
const NINE = 57

/** Whether a number is one of which `JSON.parse` may have dropped digits, or a list has such a number. */
export function mayLackDigits(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((each) => !Array.isArray(each) && mayLackDigits(each))
  return typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
}

/** Where a number ends that begins somewhere, if it is an integer; else where to go on, as a negative number. */
function endOfInteger(text: string, from: number): number {
  let at = from + 1
  let isInteger = true
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code >= ZERO && code <= NINE) continue
    // ".", "e" and what follows it.
    if (!'.eE+-'.includes(text.charAt(at))) break
    isInteger = false
  }
  return isInteger ? at : -at
}

/** A text that is JSON with its large integers as texts. By hand: expressions run out of stack in long strings. */
function marked(text: string): string {
  const pieces: string[] = []
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      const end = endOfInteger(text, at)
      const length = end - at
      if (length >= MIN_LENGTH && length <= MAX_LENGTH) {
        const integer = text.slice(at, end)
        if (mayLackDigits(Number(integer))) {
          pieces.push(text.slice(from, at), `"${MARK}${integer}"`)
          from = end
        }
      }
      at = Math.abs(end) - 1
    }
  }
  return [...pieces, text.slice(from)].join('')
}

/** Reads a text with all digits of its integers: those that a number cannot hold are to be taken out of what is
 *  selected by `withDigits`.
 *  @param text what `JSON.parse` has read before */
export function parseWithDigits(text: string): unknown {
  return JSON.parse(marked(text))
}

/** A value out of `parseWithDigits`, with what is in it. */
export function withDigits(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.startsWith(MARK) ? BigInt(value.slice(MARK.length)) : value
  }
  if (Array.isArray(value)) return value.map(withDigits)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withDigits(each)]))
}
