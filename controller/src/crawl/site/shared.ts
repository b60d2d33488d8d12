import type { CrawlFacts } from '@sightline/shared/crawl/work'

/** Different values that are looked for among equal ones. */
const MAX_KNOWN = 5_000

const NO_ALTERNATES: CrawlFacts['alternates'] = []

/** What many pages of a site have alike, kept once. */
export interface Shared {
  /** Of 50,000 lists of checks that failed hardly a hundred are different. */
  readonly failed: (places: readonly number[]) => readonly number[]
  /** @param url of the page, which most name as their canonical one */
  readonly facts: (facts: CrawlFacts, url: string) => CrawlFacts
}

function createKnown<T>(): (key: string, value: T) => T {
  const known = new Map<string, T>()
  return (key, value) => {
    const first = known.get(key)
    if (first !== undefined) return first
    if (known.size < MAX_KNOWN) known.set(key, value)
    return value
  }
}

export function createShared(): Shared {
  const lists = createKnown<readonly number[]>()
  const texts = createKnown<string>()
  return {
    failed: (places) => lists(places.join(), places),
    facts: (facts, url) => ({
      ...facts,
      canonical: facts.canonical === url ? url : facts.canonical,
      alternates: facts.alternates.length === 0 ? NO_ALTERNATES : facts.alternates,
      lang: texts(facts.lang, facts.lang),
    }),
  }
}
