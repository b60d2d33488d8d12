import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { Alert } from '../../data/alerting.ts'
import { ALERT_STATE_WORDS, SUPPRESSION_WORDS } from '../../words/alerts.ts'
import { CHANNEL_WORDS } from '../../words/channels.ts'
import { classes } from '../class-names.ts'
import { Time } from '../time.tsx'

const STATE_TONES: Readonly<Record<Alert['state'], string>> = {
  queued: 'text-maintenance',
  sent: 'text-up',
  failed: 'text-down',
  suppressed: 'text-ink-faint',
}

/** What one recipient was told, or was not and why; all of its text when somebody asks for it. */
export function AlertRow({ alert }: { alert: Alert }) {
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
