import { startDeadline } from '../run/deadline.ts'
import { WorkRefusal } from '../run/work.ts'
import type { Gatherer } from './gatherer.ts'

/** Larger pages take axe-core longer than anybody waits. Source: analyses design, "accessibility" */
const MAX_BYTES = 1.5 * 1024 * 1024
const MAX_ELEMENTS = 6_000
/** What a page may take, its wait for the one thread with a document included: pages are judged by other
 *  rules then, not told to come again. Source: analyses design, "accessibility" */
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

/** Checks the page with axe-core in the thread that has a document; null where that cannot be done in
 *  time, and for what is no HTML. */
export const gatherAxe: Gatherer<'axe'> = async ({ get, run, signal }) => {
  const page = await get('page')
  const bytes = page.body.byteLength
  if (bytes > MAX_BYTES || hasMoreTags(page.body, MAX_ELEMENTS)) return null
  const limit = startDeadline(MAX_MS, () => {}, signal)
  try {
    return await run('checkWithAxe', page, { signal: limit.signal, bytes })
  } catch (error: unknown) {
    const isTooMuch = error instanceof WorkRefusal && error.code !== 'internal'
    if (isTooMuch && !signal.aborted) return null
    throw error
  } finally {
    limit.end()
  }
}
