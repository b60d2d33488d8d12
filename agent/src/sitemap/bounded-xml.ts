import { SaxesParser } from 'saxes'
import { createAmpersandFinder } from './bare-ampersands.ts'
import type { Complaints } from './complaints.ts'

/** No sitemap or feed is nested deeper, and no element of theirs has more attributes. */
const MAX_DEPTH = 50
const MAX_ATTRIBUTES = 200
/** Longest name, value, comment, text or DTD, in characters: the parser keeps each as a whole. */
const MAX_TOKEN = 1024 * 1024
/** Most tags and texts of a file; one of 50 MB that holds addresses and links has fewer. */
const MAX_EVENTS = 3_000_000

/** A start tag. */
export interface XmlElement {
  /** Empty without. */
  readonly prefix: string
  readonly local: string
  /** By name as written. */
  readonly attributes: Readonly<Record<string, string>>
  /** 1 for the root. */
  readonly depth: number
}

/** What is told of a document. */
export interface XmlHandlers {
  readonly open: (element: XmlElement) => void
  /** Text of the element that is open; may come in pieces. */
  readonly text: (piece: string) => void
  /** @param depth that of the element that ends */
  readonly close: (depth: number) => void
}

/** An XML document that comes in pieces, of which everything is bounded. */
export interface BoundedXml {
  /** @returns false when no more is to be read */
  readonly write: (text: string) => boolean
  /** Only of a document that came whole. @returns false when it ends too early */
  readonly end: () => boolean
  /** Adds a sentence with the line that is being read. */
  readonly complain: (sentence: string) => void
  /** Ends the reading with a sentence, from within a handler. */
  readonly stop: (sentence: string) => never
}

/** Thrown within the parser's handlers to end the reading. */
class Stop extends Error {
  override readonly name = 'Stop'
}

/** @returns false when the action ended the reading */
function attempt(action: () => void): boolean {
  try {
    action()
    return true
  } catch (error) {
    if (error instanceof Stop) return false
    throw error
  }
}

/** Reads XML without namespaces and without a DTD, so there are no entities but XML's own five. Broken
 *  XML ends the reading, but for ampersands that were not escaped. */
export function readBoundedXml(complaints: Complaints, handlers: XmlHandlers): BoundedXml {
  const parser = new SaxesParser()
  const bareAmpersands = createAmpersandFinder()
  let depth = 0
  let attributes = 0
  let events = 0
  /** Characters since the parser last told of anything. */
  let silence = 0
  /** Text after the last tag: it may go on in the next piece. */
  let rest = ''

  function complain(sentence: string): void {
    complaints.add(`Line ${parser.line}: ${sentence}`)
  }

  function stop(sentence: string): never {
    complain(sentence)
    throw new Stop()
  }

  function hear(): void {
    silence = 0
    events += 1
    if (events > MAX_EVENTS) stop('it holds too much; the rest was not read.')
  }

  function hearText(piece: string): void {
    hear()
    handlers.text(piece)
  }

  parser.on('comment', hear)
  parser.on('processinginstruction', hear)
  parser.on('text', hearText)
  parser.on('cdata', hearText)
  parser.on('opentagstart', () => {
    hear()
    attributes = 0
    depth += 1
    if (depth > MAX_DEPTH) stop(`elements are nested more than ${MAX_DEPTH} deep.`)
  })
  parser.on('attribute', () => {
    silence = 0
    attributes += 1
    if (attributes > MAX_ATTRIBUTES) stop(`an element has more than ${MAX_ATTRIBUTES} attributes.`)
  })
  parser.on('opentag', ({ name, attributes: values }) => {
    const colon = name.indexOf(':')
    const prefix = name.slice(0, Math.max(colon, 0))
    handlers.open({ prefix, local: name.slice(colon + 1), attributes: values, depth })
  })
  parser.on('closetag', () => {
    hear()
    handlers.close(depth)
    depth -= 1
  })
  parser.on('error', ({ message }) => {
    const problem = message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')
    stop(`the XML is broken: ${problem}. What follows was not read.`)
  })

  /** @param markup whole tags and the text between them */
  function parse(markup: string): void {
    silence += markup.length
    let from = 0
    for (const at of bareAmpersands(markup)) {
      parser.write(markup.slice(from, at))
      complain('an "&" is not written as "&amp;".')
      parser.write('&amp;')
      from = at + 1
    }
    parser.write(markup.slice(from))
  }

  function take(piece: string): void {
    const tagEnd = piece.lastIndexOf('>') + 1
    if (tagEnd > 0) parse(rest + piece.slice(0, tagEnd))
    rest = tagEnd > 0 ? piece.slice(tagEnd) : rest + piece
    if (Math.max(silence, rest.length) > MAX_TOKEN) {
      stop('a piece of text or markup is longer than 1 MB.')
    }
  }

  function end(): void {
    parse(rest)
    parser.close()
  }

  return {
    write: (text) => attempt(() => take(text)),
    end: () => attempt(end),
    complain,
    stop,
  }
}
