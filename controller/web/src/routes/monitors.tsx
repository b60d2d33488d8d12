import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Activity, Plus, X } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import type { MonitorFilters } from '../data/monitors.ts'
import { monitorCountsQuery } from '../data/monitors.ts'
import type { ListLook } from '../data/saved-views.ts'
import { isLook, lastLook } from '../data/saved-views.ts'
import { usePermissions } from '../data/me.ts'
import { usePageSearch } from '../data/use-search.ts'
import { Button, buttonClasses } from '../parts/controls/button.tsx'
import { SearchField } from '../parts/controls/search-field.tsx'
import { Segments } from '../parts/controls/segments.tsx'
import { Select } from '../parts/controls/select.tsx'
import { EmptyState } from '../parts/feedback/empty-state.tsx'
import { SkeletonRows } from '../parts/feedback/skeleton.tsx'
import { tellFailure } from '../parts/feedback/toasts.tsx'
import { late } from '../parts/late.tsx'
import { Page } from '../parts/layout/page.tsx'
import { BulkBar } from '../parts/monitors/bulk-bar.tsx'
import { MonitorList } from '../parts/monitors/monitor-list.tsx'
import { StatusFilter } from '../parts/monitors/status-filter.tsx'
import { ViewMenu } from '../parts/monitors/view-menu.tsx'

const SORTS = [
  { value: 'status', text: 'Failed first' },
  { value: 'name', text: 'Name' },
  { value: 'responseMs', text: 'Response time' },
  { value: 'uptime24h', text: 'Uptime 24 h' },
  { value: 'createdAt', text: 'Newest' },
] as const
type Sort = (typeof SORTS)[number]['value']

const ORDERS: Readonly<Record<Sort, string>> = {
  status: 'asc',
  name: 'asc',
  responseMs: 'desc',
  uptime24h: 'asc',
  createdAt: 'desc',
}

/** Most people look at the list. */
const Together = late(
  async () => (await import('../parts/monitors/looks.tsx')).Together,
  <SkeletonRows />,
)

const LOOKS = [
  { value: 'list', text: 'List' },
  { value: 'groups', text: 'By tag' },
  { value: 'tiles', text: 'Tiles' },
  { value: 'wall', text: 'Wall' },
] as const

/** What a view does not have leaves the address. */
const NO_SEARCH = Object.fromEntries(
  ['status', 'type', 'tag', 'region', 'search', 'sort', 'view'].map((name) => [name, undefined]),
)

const present = (search: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

/** Most that can be picked at once: as many as one call takes. */
const MAX_PICKED = 100

/** Everything that is watched. What narrows it stands in the address, so that it can be sent to somebody. */
export default function Monitors() {
  const { search, change } = usePageSearch()
  const { manageMonitoring } = usePermissions()
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const sort = SORTS.find(({ value }) => value === search['sort'])?.value ?? 'status'
  const typed = useDeferredValue(search['search'])
  const filters: MonitorFilters = {
    status: search['status'],
    type: search['type'],
    tag: search['tag'],
    region: search['region'],
    search: typed,
    sort,
    order: ORDERS[sort],
  }
  const isNarrowed = ['status', 'type', 'tag', 'region', 'search'].some((name) => search[name])
  const clear = () =>
    change({
      status: undefined,
      type: undefined,
      tag: undefined,
      region: undefined,
      search: undefined,
    })
  const add = manageMonitoring ? (
    <Link to="/monitors/new" className={buttonClasses('primary')}>
      <Plus aria-hidden />
      Add monitor
    </Link>
  ) : null

  function pick(id: string, isPicked: boolean): void {
    const next = new Set(picked)
    if (!isPicked) next.delete(id)
    else if (next.size < MAX_PICKED) next.add(id)
    else tellFailure(new Error(`No more than ${MAX_PICKED} can be picked at once.`))
    setPicked(next)
  }

  const counts = useQuery(monitorCountsQuery({})).data
  const hasNone = counts !== undefined && Object.values(counts).every((count) => count === 0)
  const last = lastLook.use()
  const look = isLook(search['view']) ? search['view'] : last
  function show(next: ListLook): void {
    // The wall is left for what was there before.
    const stays = next === 'wall' ? look : next
    if (stays !== 'wall') lastLook.write(stays)
    change({ view: next })
  }
  const empty = isNarrowed ? (
    <EmptyState
      title="No monitor is like that"
      action={<Button onPress={clear}>Show all</Button>}
    />
  ) : (
    <EmptyState icon={<Activity />} title="Nothing is watched yet" action={add}>
      A monitor checks a page, a port, a name or a mail server from your locations, and tells you
      when it breaks and why.
    </EmptyState>
  )

  // Where there is nothing, there is nothing to look for, to order or to save.
  if (hasNone && !isNarrowed) return <Page title="Monitors">{empty}</Page>
  return (
    <Page title="Monitors" actions={add}>
      <div className="mb-4 space-y-3">
        <div className="flex flex-wrap items-end gap-3">
          <SearchField
            placeholder="Name or address"
            className="min-w-56 flex-1"
            value={search['search'] ?? ''}
            onChange={(text) => change({ search: text }, { typed: 'search' })}
          />
          <Select
            label="Order"
            className="w-44"
            choices={SORTS}
            value={sort}
            onChange={(value) => change({ sort: value === 'status' ? undefined : value })}
          />
          <Segments label="Look" choices={LOOKS} value={look} onChange={show} />
          <ViewMenu
            search={{ ...present(search), view: look }}
            onShow={(saved) => change({ ...NO_SEARCH, ...saved })}
          />
        </div>
        <div className="flex flex-wrap items-center gap-1.5">
          <StatusFilter filters={filters} onChange={(status) => change({ status })} />
          {(['type', 'tag', 'region'] as const).map((name) =>
            search[name] === undefined ? null : (
              <Button key={name} isSmall onPress={() => change({ [name]: undefined })}>
                {name}: {search[name]}
                <X aria-label="Remove" />
              </Button>
            ),
          )}
          {isNarrowed ? (
            <Button isSmall look="quiet" onPress={clear}>
              Show all
            </Button>
          ) : null}
        </div>
      </div>
      {look === 'list' ? (
        <MonitorList
          filters={filters}
          picked={picked}
          onPick={manageMonitoring ? pick : null}
          empty={empty}
        />
      ) : (
        <Together look={look} filters={filters} empty={empty} onLeave={() => show(last)} />
      )}
      <BulkBar ids={[...picked]} onClear={() => setPicked(new Set())} />
    </Page>
  )
}
