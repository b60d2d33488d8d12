import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { alertsQuery } from '../../data/alerting.ts'
import { usePageSearch } from '../../data/use-search.ts'
import { ALERT_KIND_WORDS, ALERT_STATE_WORDS } from '../../words/alerts.ts'
import type { Choice } from '../controls/choice.ts'
import { Button } from '../controls/button.tsx'
import { Select } from '../controls/select.tsx'
import { EmptyState } from '../feedback/empty-state.tsx'
import { Loaded } from '../feedback/loaded.tsx'
import { Card } from '../layout/card.tsx'
import { Pager } from '../pager.tsx'
import { AlertRow } from './alert-row.tsx'

const PER_PAGE = 50

const choicesOf = (words: Readonly<Record<string, string>>, all: string): Choice<string>[] => [
  { value: 'any', text: all },
  ...Object.entries(words).map(([value, text]) => ({ value, text })),
]

/** What was told to whom, and what was held back and why. */
export function AlertHistory() {
  const { search, change } = usePageSearch()
  const page = Math.max(1, Number(search['page'] ?? 1) || 1)
  const query = useQuery(
    alertsQuery({ kind: search['kind'], state: search['state'] }, page, PER_PAGE),
  )
  const set = (name: string) => (value: string) =>
    change({ [name]: value === 'any' ? undefined : value, page: undefined })
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap gap-3">
        <Select
          label="About"
          className="w-48"
          choices={choicesOf(ALERT_KIND_WORDS, 'Everything')}
          value={search['kind'] ?? 'any'}
          onChange={set('kind')}
        />
        <Select
          label="State"
          className="w-40"
          choices={choicesOf(ALERT_STATE_WORDS, 'Any')}
          value={search['state'] ?? 'any'}
          onChange={set('state')}
        />
      </div>
      <Loaded query={query}>
        {({ alerts, total }) =>
          total === 0 ? (
            search['kind'] === undefined && search['state'] === undefined ? (
              <EmptyState icon={<History />} title="Nothing was told">
                Alerts stand here as soon as there is something to tell, for 400 days.
              </EmptyState>
            ) : (
              <EmptyState
                title="No alert is like that"
                action={
                  <Button onPress={() => change({ kind: undefined, state: undefined })}>
                    Show all
                  </Button>
                }
              />
            )
          ) : (
            <Card isFlush>
              <ul>
                {alerts.map((alert) => (
                  <AlertRow key={alert.id} alert={alert} />
                ))}
              </ul>
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
    </div>
  )
}
