import { headerText } from '../page/content-type.ts'
import { isHtml } from '../page/is-html.ts'
import { WorkRefusal } from '../run/work.ts'
import type { Page } from './artifacts.ts'
import type { Gatherer } from './gatherer.ts'

/** Larger pages take axe-core longer than anybody waits. Source: analyses design, "accessibility" */
const MAX_BYTES = 1.5 * 1024 * 1024
const MAX_ELEMENTS = 6_000

const LESS_THAN = 0x3c

/** How many start tags there are at most, found without reading the page. */
function countTags(body: Uint8Array): number {
  let tags = 0
  for (let at = body.indexOf(LESS_THAN); at !== -1; at = body.indexOf(LESS_THAN, at + 1)) {
    const letter = (body[at + 1] ?? 0) | 0x20
    if (letter >= 0x61 && letter <= 0x7a) tags += 1
  }
  return tags
}

/** As far into a body as it takes to see what it is. */
const BEGINNING_BYTES = 4_096

/** Anything else would be read as a page without a title, which it is not. */
function isPage({ headers, body }: Page): boolean {
  const beginning = Buffer.from(
    body.buffer,
    body.byteOffset,
    Math.min(body.length, BEGINNING_BYTES),
  )
  return isHtml(headerText(headers, 'content-type'), beginning.toString('latin1'))
}

/** Checks the page with axe-core in the thread that has a document; null for what is no HTML, and where
 *  it cannot be done in time. */
export const gatherAxe: Gatherer<'axe'> = async ({ get, run, signal }) => {
  const page = await get('page')
  if (!isPage(page)) return null
  const bytes = page.body.byteLength
  if (bytes > MAX_BYTES || countTags(page.body) > MAX_ELEMENTS) return null
  try {
    return await run('checkWithAxe', page, { signal, bytes })
  } catch (error: unknown) {
    const isTooMuch = error instanceof WorkRefusal && error.code !== 'internal'
    if (isTooMuch && !signal.aborted) return null
    throw error
  }
}
