import type { MetaTag } from './facts.ts'

/** Content of meta elements by a key of them in lower case; where a key comes more than once the first counts that has
 *  any, and content that is absent is empty.
 *  @param key null for an element that has none */
export function contentBy(
  metas: readonly MetaTag[],
  key: (meta: MetaTag) => string | null,
): Record<string, string> {
  const contents = new Map<string, string>()
  for (const meta of metas) {
    const name = key(meta)?.trim().toLowerCase() ?? ''
    if (name === '') continue
    const known = contents.get(name)
    if (known === undefined || known.trim() === '') contents.set(name, meta.content ?? known ?? '')
  }
  return Object.fromEntries(contents)
}

/** The key by which a meta element belongs to Open Graph or Twitter; null where it does not. The one names
 *  its tags by property and the other by name; pages mix them up, or say one thing to both in one tag.
 *  @param prefix "og:" or "twitter:" */
export function socialKey({ property, name }: MetaTag, prefix: string): string | null {
  const key = [property, name].find((each) => each?.trim().toLowerCase().startsWith(prefix))
  return key?.trim().toLowerCase() ?? null
}

/** Content of the tags of Open Graph or Twitter by their keys; the first of a key that has any counts.
 *  @param prefix "og:" or "twitter:" */
export function socialContent(metas: readonly MetaTag[], prefix: string): Record<string, string> {
  return contentBy(metas, (meta) => socialKey(meta, prefix))
}
