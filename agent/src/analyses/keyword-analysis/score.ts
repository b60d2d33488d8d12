import type { KeywordFindings } from '@sightline/shared/analyses/keyword-analysis'

type Places = KeywordFindings['in']

/** What a keyword's score is made of. The weights and the limit are told in the result's schema. */
const WEIGHTS = {
  title: 25,
  h1: 15,
  metaDescription: 10,
  headings: 10,
  url: 10,
  firstParagraph: 10,
  imageAlt: 5,
} as const satisfies Partial<Record<keyof Places, number>>
const TEXT_WEIGHT = 15
const OVERUSE_PENALTY = 15
const MAX_DENSITY = 4
/** On a short page one that is used twice is a large share of all words. */
const OVERUSED_FROM = 3

const ISSUES = {
  title: 'Keyword is not in the title',
  h1: 'Keyword is not in an H1 heading',
  metaDescription: 'Keyword is not in the meta description',
  headings: 'Keyword is not in an H2 to H6 heading',
  url: 'Keyword is not in the URL',
  firstParagraph: 'Keyword is not in the first paragraph',
  imageAlt: 'Keyword is not in the alt text of an image',
} as const satisfies Record<keyof typeof WEIGHTS, string>

const PLACES = Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[]

const isOverused = ({ count, density }: Usage): boolean =>
  count >= OVERUSED_FROM && density > MAX_DENSITY

/** How well a page fits a keyword, 0 to 100. */
export function scoreOf(places: Places, usage: Usage): number {
  const placed = PLACES.reduce((sum, place) => sum + (places[place] ? WEIGHTS[place] : 0), 0)
  const used = usage.count > 0 ? TEXT_WEIGHT : 0
  return Math.max(0, placed + used - (isOverused(usage) ? OVERUSE_PENALTY : 0))
}

/** What would make the page fit better, the weightiest first. */
export function issuesOf(places: Places, usage: Usage): string[] {
  const { count, density } = usage
  const issues: string[] = PLACES.filter((place) => !places[place]).map((place) => ISSUES[place])
  if (count === 0) issues.unshift('Keyword is not in the text')
  if (isOverused(usage)) {
    issues.unshift(
      `Keyword is used too often (density ${density}%, recommended at most ${MAX_DENSITY}%)`,
    )
  }
  return issues
}

type Usage = Pick<KeywordFindings, 'count' | 'density'>
