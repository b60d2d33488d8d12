import { useQuery } from '@tanstack/react-query'
import { outagesQuery } from '../data/outages.ts'
import { usePageSearch } from '../data/use-search.ts'
import { Segments } from '../parts/controls/segments.tsx'
import { EmptyState } from '../parts/feedback/empty-state.tsx'
import { Loaded } from '../parts/feedback/loaded.tsx'
import { Card } from '../parts/layout/card.tsx'
import { Page } from '../parts/layout/page.tsx'
import { OutageList } from '../parts/outages/outage-list.tsx'
import { Pager } from '../parts/pager.tsx'

const PER_PAGE = 50
const CHOICES = [
  { value: 'all', text: 'All' },
  { value: 'open', text: 'Going on' },
  { value: 'closed', text: 'Over' },
] as const

/** Every time something was down, each with its story. */
export default function Outages() {
  const { search, change } = usePageSearch()
  const page = Math.max(1, Number(search['page'] ?? 1) || 1)
  const status = CHOICES.find(({ value }) => value === search['status'])?.value ?? 'all'
  const query = useQuery(outagesQuery(status === 'all' ? undefined : status, page, PER_PAGE))
  return (
    <Page
      title="Outages"
      lead="What was down in the last 30 days, and why."
      actions={
        <Segments
          label="Which"
          choices={CHOICES}
          value={status}
          onChange={(value) =>
            change({ status: value === 'all' ? undefined : value, page: undefined })
          }
        />
      }
    >
      <Loaded query={query}>
        {({ outages, total }) =>
          total === 0 ? (
            <EmptyState title={status === 'open' ? 'Nothing is down' : 'There was no outage'}>
              An outage is opened when enough locations agree that something is down, and keeps the
              evidence.
            </EmptyState>
          ) : (
            <Card isFlush>
              <OutageList outages={outages} />
              <Pager
                page={page}
                per={PER_PAGE}
                total={total}
                onGo={(next) => change({ page: String(next) })}
              />
            </Card>
          )
        }
      </Loaded>
    </Page>
  )
}
