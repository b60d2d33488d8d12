import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { History } from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { Alert } from '../../data/alerting.ts'
import { alertsQuery } from '../../data/alerting.ts'
import { usePageSearch } from '../../data/use-search.ts'
import { ALERT_KIND_WORDS, ALERT_STATE_WORDS, SUPPRESSION_WORDS } from '../../words/alerts.ts'
import { CHANNEL_WORDS } from '../../words/channels.ts'
import { classes } from '../class-names.ts'
import type { Choice } from '../controls/choice.ts'
import { Button } from '../controls/button.tsx'
import { Select } from '../controls/select.tsx'
import { EmptyState } from '../feedback/empty-state.tsx'
import { Loaded } from '../feedback/loaded.tsx'
import { Card } from '../layout/card.tsx'
import { Pager } from '../pager.tsx'
import { Time } from '../time.tsx'

const PER_PAGE = 50

const choicesOf = (words: Readonly<Record<string, string>>, all: string): Choice<string>[] => [
  { value: 'any', text: all },
  ...Object.entries(words).map(([value, text]) => ({ value, text })),
]

const STATE_TONES: Readonly<Record<Alert['state'], string>> = {
  queued: 'text-maintenance',
  sent: 'text-up',
  failed: 'text-down',
  suppressed: 'text-ink-faint',
}

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

function AlertRow({ alert }: { alert: Alert }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <li className="border-t border-line px-4 py-3 first:border-t-0">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="min-w-0 flex-1 cursor-pointer text-left font-medium break-words hover:text-accent"
        >
          {alert.title}
        </button>
        <span className={classes('text-xs font-semibold', STATE_TONES[alert.state])}>
          {ALERT_STATE_WORDS[alert.state]}
        </span>
        <span className="text-xs text-ink-faint">
          <Time at={alert.sentAt ?? alert.createdAt} />
        </span>
      </div>
      <p className="mt-0.5 text-xs break-words text-ink-soft">
        {CHANNEL_WORDS[alert.channel].title} to {alert.recipient.name}
        <Reason alert={alert} />
      </p>
      {isOpen ? (
        <div className="mt-2 rounded-lg bg-sunken p-3 text-xs break-words whitespace-pre-wrap">
          {alert.text}
          {alert.outageId === null ? null : (
            <p className="mt-2">
              <Link
                to="/outages/$outageId"
                params={{ outageId: alert.outageId }}
                className="text-accent hover:underline"
              >
                To the outage
              </Link>
            </p>
          )}
        </div>
      ) : null}
    </li>
  )
}

function Reason({ alert }: { alert: Alert }): ReactNode {
  if (alert.suppressedBy !== null) return <>. {SUPPRESSION_WORDS[alert.suppressedBy]}</>
  if (alert.error !== null) return <>. {alert.error}</>
  return null
}
