/** One thing of what there is to know of a page that has an issue. */
export interface IssueDetail {
  /** null where it is words alone. */
  readonly url: string | null
  /** It is a page that the crawl read. */
  readonly isPage?: true
  /** What is known of it; empty where the address says all. */
  readonly text: string
}

type Known = Readonly<Record<string, unknown>>

const isKnown = (value: unknown): value is Known =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

/** How an address answers: its status, else why there is no answer. */
function answerOf({ statusCode, error }: Known): string {
  if (typeof statusCode === 'number') return `status ${statusCode}`
  return textOf(error).replace(/\.$/, '')
}

/** A link or an image with what is wrong with it. */
function target(it: Known): IssueDetail[] {
  const url = textOf(it['target'])
  if (url === '') return []
  const [leadsTo, redirectsTo] = [textOf(it['leadsTo']), textOf(it['redirectsTo'])]
  const parts = [
    textOf(it['text']) === '' ? '' : `“${textOf(it['text'])}”`,
    leadsTo === '' ? '' : `leads to ${leadsTo}`,
    redirectsTo === '' ? '' : `redirects to ${redirectsTo}`,
    redirectsTo === '' ? answerOf(it) : '',
  ]
  return [{ url, text: parts.filter((part) => part !== '').join(', ') }]
}

function alternate(it: Known): IssueDetail[] {
  const url = textOf(it['url'])
  return url === '' ? [] : [{ url, text: textOf(it['language']) }]
}

const address = (url: unknown): IssueDetail[] =>
  textOf(url) === '' ? [] : [{ url: textOf(url), text: '' }]
const page = (url: unknown): IssueDetail[] =>
  address(url).map(({ url: known, text }) => ({ url: known, text, isPage: true }))

/** How many of something there are beyond those that are named. */
function rest(all: unknown, named: number): IssueDetail[] {
  if (typeof all !== 'number' || named === 0 || all <= named) return []
  return [{ url: null, text: `and ${(all - named).toLocaleString('en')} more` }]
}

/** What there is to know of a page that has an issue, in the order in which it is read. Of what this version of the app does
 *  not know nothing is told.
 *  @param issue what the audit of the page says  @param detail by issue, as the API gives it */
export function issueDetails(issue: string | null, detail: Known | null): IssueDetail[] {
  const said = issue === null ? [] : [{ url: null, text: issue }]
  if (detail === null) return said
  const first = listOf(detail['first']).filter(isKnown)
  const others = listOf(detail['others'])
  const canonical = textOf(detail['canonical'])
  const names = textOf(detail['names'])
  const ofCanonical = names === '' ? answerOf(detail) : `names ${names}`
  const depth = detail['depth']
  return [
    ...said,
    ...(textOf(detail['text']) === '' ? [] : [{ url: null, text: `“${textOf(detail['text'])}”` }]),
    ...first.flatMap((it) => ('target' in it ? target(it) : alternate(it))),
    ...rest(detail['links'] ?? detail['images'] ?? detail['alternates'], first.length),
    ...others.flatMap(page),
    ...rest(typeof detail['pages'] === 'number' ? detail['pages'] - 1 : null, others.length),
    ...listOf(detail['way']).slice(1).flatMap(address),
    ...address(detail['redirectsTo']).map(({ url }) => ({ url, text: 'is where it leads' })),
    ...(canonical === '' ? [] : [{ url: canonical, text: ofCanonical }]),
    ...(typeof depth === 'number' ? [{ url: null, text: `${depth} clicks away` }] : []),
    ...(canonical === '' && answerOf(detail) !== ''
      ? [{ url: null, text: capital(answerOf(detail)) }]
      : []),
  ]
}
