import { anySignal } from '@sightline/shared/any-signal'
import { judgeWithAxe } from '../accessibility/judge-with-axe.ts'
import { headerText } from '../page/content-type.ts'
import { decodePage } from '../page/decode-page.ts'
import { htmlText } from '../page/html-text.ts'
import type { Gatherer } from './gatherer.ts'

/** Larger pages take axe-core longer than anybody waits. Source: analyses design, "accessibility" */
const MAX_BYTES = 1.5 * 1024 * 1024
const MAX_ELEMENTS = 6_000
/** What a page may take, its wait for the browser included: pages are judged by other rules then, not told
 *  to come again. Source: analyses design, "accessibility" */
const MAX_MS = 12_000

const LESS_THAN = 0x3c

/** Whether there are more start tags than that, found without reading the page. */
function hasMoreTags(body: Uint8Array, most: number): boolean {
  let tags = 0
  // Byte by byte: a search for each of a million signs would hold up the event loop for 100 ms.
  for (let at = 0; at < body.length && tags <= most; at += 1) {
    if (body[at] !== LESS_THAN) continue
    const letter = (body[at + 1] ?? 0) | 0x20
    if (letter >= 0x61 && letter <= 0x7a) tags += 1
  }
  return tags > most
}

/** Checks the page with axe-core in the browser; null where there is none, where that cannot be done in
 *  time, and for what is no HTML. */
export const gatherAxe: Gatherer<'axe'> = async ({ get, browser, signal }) => {
  const page = await get('page')
  if (browser.missing !== null) return null
  if (page.body.byteLength > MAX_BYTES || hasMoreTags(page.body, MAX_ELEMENTS)) return null
  const { text } = decodePage(page)
  const html = htmlText(headerText(page.headers, 'content-type'), text)
  if (html === null) return null
  const limit = anySignal([signal, AbortSignal.timeout(MAX_MS)])
  const found = await judgeWithAxe(html, browser, limit)
  signal.throwIfAborted()
  return found
}
