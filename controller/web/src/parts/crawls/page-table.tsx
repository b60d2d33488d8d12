import { usePageSearch } from '../../data/use-search.ts'
import type { LinkedPage } from '../../data/wire.ts'
import { numberWords } from '../../words/durations.ts'
import { classes } from '../class-names.ts'
import { SearchField } from '../controls/search-field.tsx'
import { Select } from '../controls/select.tsx'
import { Card } from '../layout/card.tsx'
import { Pager } from '../pager.tsx'
import { PageLink } from './page-link.tsx'
import type { PageSort } from './sort-pages.ts'
import { PAGE_SORTS, sortPages } from './sort-pages.ts'
import { Scrolling } from '../layout/scrolling.tsx'

const PER_PAGE = 50
const BY_DEFAULT: PageSort = 'pageRank'
const CELL = 'px-3 py-2 text-right whitespace-nowrap'

/** Pages of a crawl with their place in the links of the site. What narrows and orders them stands in the address: whoever
 *  looked at one of them comes back to the same. */
export function PageTable({
  jobId,
  pages,
  total,
}: {
  jobId: string
  pages: readonly LinkedPage[]
  total: number
}) {
  const { search, change } = usePageSearch()
  const sought = search['search'] ?? ''
  const sort = PAGE_SORTS.find(({ value }) => value === search['sort'])?.value ?? BY_DEFAULT
  const found = sortPages(
    pages.filter(({ url }) => url.toLowerCase().includes(sought.toLowerCase())),
    sort,
  )
  const last = Math.max(1, Math.ceil(found.length / PER_PAGE))
  const page = Math.min(last, Math.max(1, Number(search['page'] ?? 1) || 1))
  const shown = found.slice((page - 1) * PER_PAGE, page * PER_PAGE)
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-end gap-3">
        <SearchField
          className="min-w-56 flex-1"
          value={sought}
          onChange={(text) => change({ search: text, page: undefined }, { typed: 'search' })}
        />
        <Select
          label="Order"
          className="w-44"
          choices={PAGE_SORTS}
          value={sort}
          onChange={(value) =>
            change({ sort: value === BY_DEFAULT ? undefined : value, page: undefined })
          }
        />
      </div>
      <Card isFlush>
        <Scrolling label="Table: Pages">
          <table className="w-full text-sm">
            <caption className="sr-only">Pages of the crawl</caption>
            <thead className="text-xs text-ink-faint">
              <tr>
                <th scope="col" className="px-4 py-2 text-left font-medium">
                  Page
                </th>
                <th scope="col" className={classes(CELL, 'font-medium')}>
                  Status
                </th>
                <th scope="col" className={classes(CELL, 'font-medium')}>
                  Clicks
                </th>
                <th scope="col" className={classes(CELL, 'font-medium')}>
                  Linked from
                </th>
                <th scope="col" className={classes(CELL, 'font-medium')}>
                  Links to
                </th>
                <th scope="col" className={classes(CELL, 'font-medium')}>
                  PageRank
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ url, statusCode, depth, inlinks, outlinks, pageRank }) => (
                <tr key={url} className="border-t border-line">
                  <th scope="row" className="min-w-64 px-4 py-2 text-left font-normal">
                    <PageLink jobId={jobId} url={url} />
                  </th>
                  <td className={classes(CELL, statusCode >= 400 && 'font-semibold text-down')}>
                    {statusCode}
                  </td>
                  <td className={CELL}>{depth ?? '–'}</td>
                  <td className={CELL}>{numberWords(inlinks)}</td>
                  <td className={CELL}>{numberWords(outlinks)}</td>
                  <td className={CELL}>{pageRank.toFixed(2)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scrolling>
        {found.length === 0 ? (
          <p className="border-t border-line px-4 py-3 text-sm text-ink-soft">
            {sought === '' ? 'There is none yet.' : 'None has that in its address.'}
          </p>
        ) : null}
        <Pager
          page={page}
          per={PER_PAGE}
          total={found.length}
          onGo={(next) => change({ page: String(next) })}
        />
      </Card>
      {pages.length < total ? (
        <p className="text-xs text-ink-faint">
          The {numberWords(pages.length)} of highest PageRank, of {numberWords(total)}; the export
          has all.
        </p>
      ) : null}
    </div>
  )
}
