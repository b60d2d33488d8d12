import type { MetaTag, PageFacts } from '../../page/facts.ts'
import { socialKey } from '../../page/meta-content.ts'

/** Meta tags of a name, whatever its case. */
export function metasNamed({ metas }: PageFacts, name: string): readonly MetaTag[] {
  return metas.filter((meta) => meta.name?.trim().toLowerCase() === name)
}

/** Content of the first meta tag of a name that has any; empty without. */
export function metaContent(facts: PageFacts, name: string): string {
  const contents = metasNamed(facts, name).map(({ content }) => content?.trim() ?? '')
  return contents.find((content) => content !== '') ?? ''
}

/** Content of the first Open Graph or Twitter tag of a key that has any; empty without. */
export function cardContent({ metas }: PageFacts, key: string): string {
  const prefix = key.slice(0, key.indexOf(':') + 1)
  const found = metas.find(
    (meta) => socialKey(meta, prefix) === key && (meta.content ?? '').trim() !== '',
  )
  return found?.content?.trim() ?? ''
}
