import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import { Activity } from 'lucide-react'
import type { Overview as OverviewData } from '../data/outages.ts'
import { overviewQuery } from '../data/outages.ts'
import { usePermissions } from '../data/me.ts'
import { buttonClasses } from '../parts/controls/button.tsx'
import { EmptyState } from '../parts/feedback/empty-state.tsx'
import { Loaded } from '../parts/feedback/loaded.tsx'
import { Card } from '../parts/layout/card.tsx'
import { Page } from '../parts/layout/page.tsx'
import { OutageList } from '../parts/outages/outage-list.tsx'
import { Headline } from '../parts/overview/headline.tsx'
import { Troubled } from '../parts/overview/troubled.tsx'
import { Unheard } from '../parts/overview/unheard.tsx'
import { Time, TimeSpan } from '../parts/time.tsx'

/** How everything stands: what needs people first. */
export default function Overview() {
  const { viewMonitoring } = usePermissions()
  const query = useQuery({ ...overviewQuery, enabled: viewMonitoring })
  // To where those begin who do not see monitoring.
  if (!viewMonitoring) return <Navigate to="/audit" replace />
  return (
    <Page title="Overview">
      <Loaded query={query}>
        {(overview) => (overview.monitors.total === 0 ? <Nothing /> : <Everything {...overview} />)}
      </Loaded>
    </Page>
  )
}

function Nothing() {
  const { manageMonitoring } = usePermissions()
  return (
    <EmptyState
      icon={<Activity />}
      title="Nothing is watched yet"
      action={
        manageMonitoring ? (
          <Link to="/welcome" className={buttonClasses('primary')}>
            Watch something
          </Link>
        ) : null
      }
    >
      As soon as there is a monitor, this page shows what is down and why, how things were lately,
      and from where they are checked.
    </EmptyState>
  )
}

function Everything(overview: OverviewData) {
  const { monitors, reachingNobody, troubled, outages, regions, maintenance } = overview
  return (
    <div className="space-y-5">
      <Headline overview={overview} />
      {reachingNobody > 0 ? <Unheard unheard={reachingNobody} total={monitors.total} /> : null}
      {troubled.length === 0 ? null : <Troubled overview={overview} />}
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-[1.6fr_1fr]">
        <Card
          title="Latest outages"
          isFlush
          actions={
            <Link to="/outages" className="text-xs font-medium text-accent hover:underline">
              All
            </Link>
          }
        >
          {outages.length === 0 ? (
            <p className="px-4 pb-4 text-sm text-ink-soft">There was none.</p>
          ) : (
            <OutageList outages={outages.slice(0, 8)} />
          )}
        </Card>
        <div className="min-w-0 space-y-5">
          <Regions regions={regions} />
          {maintenance.length === 0 ? null : <Coming maintenance={maintenance} />}
        </div>
      </div>
    </div>
  )
}

const agentWords = (live: number, total: number): string =>
  `${live} of ${total} ${total === 1 ? 'agent' : 'agents'}`

function Regions({ regions }: { regions: OverviewData['regions'] }) {
  return (
    <Card title="Locations" isFlush>
      <ul>
        {regions.map(({ region, name, live, total }) => (
          <li
            key={region}
            className="flex items-baseline justify-between gap-4 border-t border-line px-4 py-2.5 text-sm"
          >
            <span className="min-w-0 break-words">{name}</span>
            <span className={`text-xs ${live === 0 ? 'font-semibold text-down' : 'text-ink-soft'}`}>
              {live === 0 ? 'no agent is connected' : agentWords(live, Math.max(live, total))}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Coming({ maintenance }: { maintenance: OverviewData['maintenance'] }) {
  return (
    <Card title="Maintenance in the next 24 hours" isFlush>
      <ul>
        {maintenance.map(({ id, description, from, to, status }) => (
          <li key={id} className="border-t border-line px-4 py-2.5 text-sm">
            <span className="block font-medium break-words">{description}</span>
            <span className="text-xs text-ink-soft">
              {status === 'active' ? (
                <>
                  Under way, until <Time at={to} />
                </>
              ) : (
                <TimeSpan from={from} to={to} />
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
