import { TextDecoder } from 'node:util'
import type { Complaints } from './complaints.ts'
import { readText } from './read-text.ts'
import { readXml } from './read-xml.ts'
import type { Reading } from './reading.ts'
import type { SitemapChild, SitemapLimits, SitemapType } from './sitemap-file.ts'
import type { Tally } from './tally.ts'

/** How much is handed to the parser at once, in bytes: it looks at limits in between. */
const PIECE_BYTES = 64 * 1024
/** How much of the beginning tells the encoding. */
const SNIFFED_BYTES = 200

/** The encoding by byte order mark or XML declaration; UTF-8, as the protocol wants it, without. */
function decoderFor(beginning: Uint8Array): TextDecoder {
  if (beginning[0] === 0xff && beginning[1] === 0xfe) return new TextDecoder('utf-16le')
  if (beginning[0] === 0xfe && beginning[1] === 0xff) return new TextDecoder('utf-16be')
  const text = Buffer.from(beginning.subarray(0, SNIFFED_BYTES)).toString('latin1')
  const label = /^\s*<\?xml[^>]{0,100}?encoding\s*=\s*["']([A-Za-z0-9_.:-]{1,40})/.exec(text)?.[1]
  // What can be read byte by byte is not in UTF-16, though many programs say so of all they write.
  if (/^utf-?16/i.test(label ?? '')) return new TextDecoder()
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder()
  }
}

function* piecesOf(chunk: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < chunk.length; at += PIECE_BYTES) yield chunk.subarray(at, at + PIECE_BYTES)
}

/** What gzip data that cannot be read is told with; null for other errors. */
function gzipProblem(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code.startsWith('Z_')
    ? `Its gzip data is broken (${code}); what comes before is read.`
    : null
}

/** How far a file was read, and what it names as an index. */
export interface ReadFile {
  /** null when it is no sitemap. */
  readonly type: SitemapType | null
  /** Without gzip, as far as it was read. */
  readonly bytes: number
  readonly children: readonly SitemapChild[]
  /** Files an index names. */
  readonly childCount: number
  /** It was read to its end. */
  readonly isWhole: boolean
}

/** Reads one sitemap file of any kind to its end, a limit, what is broken, or until the tally has enough;
 *  its addresses are told to the tally.
 *  @param chunks the file without gzip @param url where it came from */
export async function readFile(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  url: string,
  limits: SitemapLimits,
  { tally, complaints }: { tally: Tally; complaints: Complaints },
): Promise<ReadFile> {
  let decoder: TextDecoder | null = null
  let reading: Reading | null = null
  let bytes = 0
  const startedAtMs = performance.now()

  /** Takes the file up at its first character that is no white space.
   *  @returns what is to be read, without that white space */
  function begin(decoded: string): string {
    const beginning = decoded.trimStart()
    if (beginning === '') return ''
    if (beginning !== decoded && beginning.startsWith('<?xml')) {
      complaints.add('Line 1: the XML declaration must be the first thing in the file.')
    }
    reading = beginning.startsWith('<')
      ? readXml(url, limits, tally, complaints)
      : readText(limits, tally, complaints)
    return beginning
  }

  /** @returns false when no more is to be read */
  function take(piece: Uint8Array): boolean {
    const room = limits.bytes - bytes
    bytes += Math.min(piece.length, room)
    decoder ??= decoderFor(piece)
    const decoded = decoder.decode(piece.subarray(0, room), { stream: true })
    const text = reading === null ? begin(decoded) : decoded
    if (reading?.write(text) === false || tally.hasEnough()) return false
    if (performance.now() - startedAtMs > limits.runMs) {
      complaints.add('Reading it takes too long; the rest was not read.')
      return false
    }
    if (piece.length <= room) return true
    const limit = Math.round(limits.bytes / 1024 / 1024)
    complaints.add(`It is larger than ${limit} MB; the rest was not read.`)
    return false
  }

  /** @returns whether the file was read to its end */
  async function takeAll(): Promise<boolean> {
    try {
      for await (const chunk of chunks) {
        for (const piece of piecesOf(chunk)) if (!take(piece)) return false
      }
      return true
    } catch (error) {
      const problem = gzipProblem(error)
      if (problem === null) throw error
      complaints.add(problem)
      return false
    }
  }

  const isWhole = await takeAll()
  // What was assigned in a function is not seen here by the compiler.
  const read = reading as Reading | null
  if (isWhole && read === null) complaints.add('It is empty.')
  const isEnded = isWhole && read?.end() !== false
  const nothing = { type: null, children: [], childCount: 0 }
  return { ...(read?.finish() ?? nothing), bytes, isWhole: isEnded }
}
