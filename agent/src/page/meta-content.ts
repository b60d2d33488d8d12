import type { MetaTag } from './facts.ts'

/** Content of meta elements by a key of them in lower case; the first counts where a key comes more than
 *  once, and content that is absent is empty.
 *  @param key null for an element that has none */
export function contentBy(
  metas: readonly MetaTag[],
  key: (meta: MetaTag) => string | null,
): Record<string, string> {
  const contents = new Map<string, string>()
  for (const meta of metas) {
    const name = key(meta)?.trim().toLowerCase() ?? ''
    if (name !== '' && !contents.has(name)) contents.set(name, meta.content ?? '')
  }
  return Object.fromEntries(contents)
}

/** What a meta element of Open Graph or Twitter is about. The one names its tags by property and the other
 *  by name; pages mix them up, and both are read. */
export function socialKey({ property, name }: MetaTag): string | null {
  return property ?? name
}

/** Meta elements whose social key begins with a prefix.
 *  @param prefix "og:" or "twitter:" */
export function socialMetas(metas: readonly MetaTag[], prefix: string): MetaTag[] {
  return metas.filter((meta) => socialKey(meta)?.trim().toLowerCase().startsWith(prefix))
}
