import { WorkRefusal } from '../run/work.ts'
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

/** Checks the page with axe-core in the thread that has a document; null where that cannot be done in
 *  time. */
export const gatherAxe: Gatherer<'axe'> = async ({ get, run, signal }) => {
  const page = await get('page')
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
