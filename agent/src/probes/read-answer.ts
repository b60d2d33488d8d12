import type { ProbeAnswer } from './answers.ts'
import { headerText, mediaTypeOf } from '../page/content-type.ts'
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../page/structured-data/json-ld/json-value.ts'

/** What a site answered at one address, as text. */
export interface ReadAnswer extends Omit<ProbeAnswer, 'body'> {
  /** In lower case; empty where none is told. */
  readonly mediaType: string
  readonly text: string
}

export function readAnswer({ body, ...answer }: ProbeAnswer): ReadAnswer {
  const { headers } = answer
  return {
    ...answer,
    mediaType: mediaTypeOf(headerText(headers, 'content-type')),
    text: new TextDecoder().decode(body),
  }
}

const HTML_TYPE = /^(?:text\/html|application\/xhtml\+xml)$/
/** How a page begins; Markdown too may begin with a tag, but not with one of these. */
const HTML_BEGINNING = /^\s*<(?:!doctype\s+html|html|head|body)\b/i

/** Whether a page came, by its type or by its text. */
export function isPage({ mediaType, text }: ReadAnswer): boolean {
  return HTML_TYPE.test(mediaType) || HTML_BEGINNING.test(text)
}

const JSON_TYPE = /^(?:application|text)\/(?:[^/]*\+)?json$/
/** Types of files whose ending the server does not know. */
const NO_TYPE = new Set(['', 'text/plain'])

/** The object in an answer of JSON; null where there is none, or only its beginning came.
 *  Source: analyses design, section 2 */
export function objectIn(answer: ReadAnswer): JsonObject | null {
  const { mediaType, text } = answer
  if (!JSON_TYPE.test(mediaType) && !NO_TYPE.has(mediaType)) return null
  try {
    const value = JSON.parse(text) as JsonValue
    return isJsonObject(value) ? value : null
  } catch {
    return null
  }
}

/** Types of text that people read: any of text/ but HTML and what programs read, and none at all. */
const TEXT_TYPE =
  /^(?:$|text\/(?!html$|css$|csv$|javascript$|json$|xml$)|application\/octet-stream$)/

/** The text in an answer with status 200 that is a text for people; null where it is none, or empty. Files
 *  with an ending that servers do not know (.md) come as application/octet-stream. */
export function textIn(answer: ReadAnswer): string | null {
  const { statusCode, mediaType, text } = answer
  if (statusCode !== 200 || !TEXT_TYPE.test(mediaType) || isPage(answer)) return null
  const isBinary = text.includes('\0')
  return isBinary || text.trim() === '' ? null : text
}
