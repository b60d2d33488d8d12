import type { CheckFailure } from '../../outcome/check-failure.ts'
import type { Dialogue, Wait } from './dialogue.ts'
import { isFailure, targetFailure } from './dialogue.ts'

/** Most lines a server may send before it answers a command. */
const MAX_LINES = 200
/** Largest response with its literals, in bytes. */
const MAX_RESPONSE_BYTES = 64 * 1024
/** Most literals in one response: before a mailbox is open a server has use for one or two. */
const MAX_LITERALS = 20

/** How a command ended: the tagged word, `BYE` when the server hung up instead, `+` when it waits for
 *  the rest of the command. */
export interface ImapEnd {
  readonly word: 'OK' | 'NO' | 'BAD' | 'BYE' | '+'
  /** The text after the word. */
  readonly text: string
  /** What came untagged before, without "* ". */
  readonly untagged: readonly string[]
}

/** How many bytes a line's end announces; null when it announces none. */
function announcedBytes(line: string): number | null {
  const end = line.slice(-'{1234567890+}'.length)
  const digits = /\{(\d{1,10})\+?\}$/.exec(end)?.[1]
  return digits === undefined ? null : Number(digits)
}

/** Reads one response: a line, and where that announces a literal its bytes and the rest.
 *  Source: RFC 9051, section 4.3 */
export async function readResponse(dialogue: Dialogue, wait: Wait): Promise<string | CheckFailure> {
  const parts: string[] = []
  let length = 0
  for (let literals = 0; ; literals += 1) {
    const line = await dialogue.readLine(wait)
    if (isFailure(line)) return line
    parts.push(line)
    const count = announcedBytes(line)
    if (count === null) return parts.join('')
    length += line.length + count
    if (literals === MAX_LITERALS || length > MAX_RESPONSE_BYTES) {
      const message = `${dialogue.peer} sent more than a reply may hold.`
      return targetFailure(wait.phase, 'protocolError', message)
    }
    const literal = count === 0 ? '' : await dialogue.readBytes(count, wait)
    if (isFailure(literal)) return literal
    parts.push('\n', literal)
  }
}

/** The server broke the protocol; quotes what it said. */
export function noImap(dialogue: Dialogue, phase: Wait['phase'], response: string): CheckFailure {
  dialogue.note({ text: response, code: null })
  const message = `${dialogue.peer} answered with what is no IMAP response: "${dialogue.quote()}".`
  return targetFailure(phase, 'protocolError', message)
}

/** Reads up to the end of a command. Responses nobody asked for are allowed at any time.
 *  @param tag the command's. Source: RFC 9051, section 7 */
export async function readEnd(
  dialogue: Dialogue,
  tag: string,
  wait: Wait,
): Promise<ImapEnd | CheckFailure> {
  const untagged: string[] = []
  while (untagged.length < MAX_LINES) {
    const response = await readResponse(dialogue, wait)
    if (isFailure(response)) return response
    if (response.startsWith('* ')) {
      untagged.push(response.slice(2))
      const bye = /^\* BYE\b ?(.*)$/is.exec(response)?.[1]
      if (bye === undefined) continue
      // The server closes now; it need not answer the command any more.
      dialogue.note({ text: response, code: null })
      return { word: 'BYE', text: bye, untagged }
    }
    const ended = /^(\S+) (OK|NO|BAD)\b ?(.*)$/is.exec(response)
    if (ended?.[1] === tag && ended[2] !== undefined) {
      dialogue.note({ text: response.slice(tag.length + 1), code: null })
      const word = ended[2].toUpperCase() as 'OK' | 'NO' | 'BAD'
      return { word, text: ended[3] ?? '', untagged }
    }
    if (response.startsWith('+')) {
      dialogue.note({ text: response, code: null })
      return { word: '+', text: response.slice(2), untagged }
    }
    return noImap(dialogue, wait.phase, response)
  }
  const message = `${dialogue.peer} sent more than ${MAX_LINES} lines without an answer.`
  return targetFailure(wait.phase, 'protocolError', message)
}
