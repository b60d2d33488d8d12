import { scanTags } from '../page/scan-tags.ts'
import type { Refresh } from '../page/refresh.ts'
import { readRefresh } from '../page/refresh.ts'

/** A meta refresh, and what its address is relative to. */
export interface MetaRefresh extends Refresh {
  /** href of the base element before it, as written; null without one. */
  readonly base: string | null
}

/** Finds the first meta refresh in the beginning of a page. What is no HTML has none.
 *  Source: HTML standard, section 4.2.5.3 */
export function findMetaRefresh(html: string): MetaRefresh | null {
  let base: string | null = null
  for (const { name, attributes } of scanTags(html)) {
    if (name === 'base') base ??= attributes.get('href') ?? null
    if (name !== 'meta' || attributes.get('http-equiv')?.trim().toLowerCase() !== 'refresh')
      continue
    const refresh = readRefresh(attributes.get('content') ?? '')
    if (refresh !== null) return { ...refresh, base }
  }
  return null
}
