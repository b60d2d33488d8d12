import { useQuery } from '@tanstack/react-query'
import { alertsQuery } from '../../data/alerting.ts'
import { usePageSearch } from '../../data/use-search.ts'
import { AlertRow } from '../alerting/alert-row.tsx'
import { Loaded } from '../feedback/loaded.tsx'
import { Card } from '../layout/card.tsx'
import { Pager } from '../pager.tsx'

const PER_PAGE = 10

/** What was told of a monitor, to whom, and what was held back; nothing where there was nothing to tell. */
export function ToldAlerts({ monitorId }: { monitorId: string }) {
  const { search, change } = usePageSearch()
  const page = Math.max(1, Number(search['alerts']) || 1)
  const query = useQuery(alertsQuery({ monitorId }, page, PER_PAGE))
  return (
    <Loaded query={query}>
      {({ alerts, total }) =>
        total === 0 ? null : (
          <Card title="Alerts" isFlush>
            <ul className="border-t border-line">
              {alerts.map((alert) => (
                <AlertRow key={alert.id} alert={alert} />
              ))}
            </ul>
            <Pager
              of="alerts"
              page={page}
              per={PER_PAGE}
              total={total}
              onGo={(next) => change({ alerts: String(next) })}
            />
          </Card>
        )
      }
    </Loaded>
  )
}
