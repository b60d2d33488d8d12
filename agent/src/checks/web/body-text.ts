import { setImmediate } from 'node:timers/promises'
import { TextDecoder } from 'node:util'

/** How much is decoded in one turn of the event loop, in bytes: of what is no text in its charset 10 MB took 0.7 s. */
const PIECE_BYTES = 256 * 1024

/** Within these bytes a page has to say its charset. Source: HTML standard, section 4.2.5.4 */
const META_SCAN_BYTES = 1024

/** Within these its head is over. Browsers begin anew where it comes later than they looked at first.
 *  Source: HTML standard, section 13.2.3.4 (changing the encoding) */
const HEAD_SCAN_BYTES = 256 * 1024
/** Bounded: nothing but beginnings of meta elements would take seconds. */
const LATE_META = /<meta\s[^>]{0,200}?charset\s{0,9}=\s{0,9}["']?\s{0,9}([A-Za-z0-9_:.-]{1,40})/gi

const META =
  /<meta\s[^>]*?charset\s*=\s*["']?\s*([A-Za-z0-9_:.-]{1,40})|^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([A-Za-z0-9_:.-]{1,40})/i

/** The charset a body is said to be in; null when nothing says it. */
function charsetOf(bytes: Buffer, contentType: string): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  // Whatever its header says (RFC 8259, section 8.1).
  if (/^[^;]*json/i.test(contentType)) return 'utf-8'
  const named = /;\s*charset\s*=\s*["']?([^\s;"']{1,40})/i.exec(contentType)?.[1]
  if (named !== undefined) return named
  const meta = META.exec(bytes.toString('latin1', 0, META_SCAN_BYTES))
  const label = meta?.[1] ?? meta?.[2] ?? null
  // A page that says so in letters of one byte cannot be in UTF-16 (HTML standard, section 13.2.3.2).
  return label !== null && /^utf-?16/i.test(label) ? 'utf-8' : label
}

/** @param isCut what may be missing of the last character is not told @throws TypeError from a fatal decoder */
async function decodeInTurns(decoder: TextDecoder, bytes: Buffer, isCut: boolean): Promise<string> {
  let text = ''
  let at = 0
  for (; bytes.length - at > PIECE_BYTES; at += PIECE_BYTES) {
    text += decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: true })
    await setImmediate()
  }
  return text + decoder.decode(at === 0 ? bytes : bytes.subarray(at), { stream: isCut })
}

function decoderFor(charset: string): TextDecoder | null {
  try {
    return new TextDecoder(charset)
  } catch {
    // A label that no browser knows either.
    return null
  }
}

/** What a page that is not UTF-8 says of itself late. */
function lateDecoder(bytes: Buffer): TextDecoder | null {
  const head = bytes.toString('latin1', 0, HEAD_SCAN_BYTES)
  for (const [, label] of head.matchAll(LATE_META)) {
    const decoder = label === undefined ? null : decoderFor(label)
    if (decoder !== null) return decoder
  }
  return null
}

/** Text that nothing near its beginning tells the charset of: UTF-8 when it can be that, else what its head says later, else
 *  what browsers take then.
 *  Source: Encoding standard; HTML standard, section 13.2.3.2 (the default of western languages) */
async function unlabelled(bytes: Buffer, isCut: boolean): Promise<string> {
  try {
    // A cut may go through a character.
    return await decodeInTurns(new TextDecoder('utf-8', { fatal: true }), bytes, isCut)
  } catch {
    return decodeInTurns(lateDecoder(bytes) ?? new TextDecoder('windows-1252'), bytes, false)
  }
}

/** The text of a body: by its byte order mark, the Content-Type header, what a page or XML document
 *  says of itself, else UTF-8 or windows-1252. What is no text becomes replacement characters.
 *  @param isCut the body goes on */
export function bodyText(
  bytes: Buffer,
  contentType: string | undefined,
  isCut: boolean,
): Promise<string> {
  const charset = charsetOf(bytes, contentType ?? '')
  const decoder = charset === null ? null : decoderFor(charset)
  return decoder === null ? unlabelled(bytes, isCut) : decodeInTurns(decoder, bytes, false)
}
