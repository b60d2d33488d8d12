import type { ReactNode } from 'react'
import type { OnePage } from '../../data/crawls.ts'
import { byteWords, numberWords, responseWords } from '../../words/durations.ts'
import { Card } from '../layout/card.tsx'
import { Figure } from '../layout/figure.tsx'
import { Time } from '../time.tsx'

type Facts = OnePage['page']

const yesNo = (is: boolean): string => (is ? 'Yes' : 'No')

/** Why search engines do not show a page; null where they may. */
function whyNot({
  url,
  indexable,
  statusCode,
  noindex,
  canonical,
  redirectTo,
}: Facts): string | null {
  if (indexable) return null
  if (statusCode !== 200) return `it answers ${statusCode}`
  if (noindex) return 'it says noindex'
  if (canonical !== null && canonical !== url) return 'it names another address as canonical'
  return redirectTo === null ? 'it may not be indexed' : 'it leads to another address at once'
}

/** What a page of a crawl is. */
export function PageFacts({ page }: { page: Facts }) {
  const why = whyNot(page)
  return (
    <Card>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4 lg:grid-cols-6">
        <Figure
          name="Status"
          value={page.statusCode}
          {...(page.statusCode >= 400 ? { tone: 'down' as const } : {})}
        />
        <Figure name="Score" value={page.score} note={`Grade ${page.grade}`} />
        <Figure
          name="Clicks from the start"
          value={page.depth ?? '–'}
          {...(page.depth === null ? { note: 'no link leads here' } : {})}
        />
        <Figure name="Linked from" value={numberWords(page.inlinks)} note="pages" />
        <Figure name="Links to" value={numberWords(page.outlinks)} note="of the site" />
        <Figure name="PageRank" value={page.pageRank} note="of 100" />
      </dl>
      <dl className="mt-4 grid grid-cols-1 gap-x-6 gap-y-2 border-t border-line pt-4 text-sm sm:grid-cols-2">
        <Fact name="Search engines may show it">{why === null ? 'Yes' : `No: ${why}`}</Fact>
        <Fact name="In a sitemap">{yesNo(page.inSitemap)}</Fact>
        <Fact name="Description">{page.metaDescription || '–'}</Fact>
        <Fact name="Heading">{page.h1 || '–'}</Fact>
        <Fact name="Canonical">{page.canonical ?? '–'}</Fact>
        {page.redirectTo === null ? null : <Fact name="Redirects to">{page.redirectTo}</Fact>}
        <Fact name="Words">{numberWords(page.wordCount)}</Fact>
        <Fact name="Language">{page.lang || '–'}</Fact>
        <Fact name="Size">{byteWords(page.bytes)}</Fact>
        <Fact name="Took">{responseWords(page.responseMs)}</Fact>
        <Fact name="Read">
          <Time at={page.fetchedAt} />
        </Fact>
        {page.remark === null ? null : <Fact name="Note">{page.remark}</Fact>}
        {page.hreflang.length === 0 ? null : (
          <Fact name="In other languages">
            {page.hreflang.map(({ lang, url }) => `${lang}: ${url}`).join(', ')}
          </Fact>
        )}
      </dl>
    </Card>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-faint">{name}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  )
}
