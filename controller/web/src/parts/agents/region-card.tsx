import type { Agent } from '../../data/agents.ts'
import { capabilityWords, clockWords } from '../../words/capabilities.ts'
import { classes } from '../class-names.ts'
import { Card } from '../layout/card.tsx'
import { Time } from '../time.tsx'
import { RemoveAgent } from './remove-agent.tsx'

const STATES = {
  live: { text: 'Connected', look: 'text-up' },
  draining: { text: 'Hands over', look: 'text-maintenance' },
  away: { text: 'Away', look: 'text-ink-faint' },
} as const

/** A location with its agents. @param props.isAdmin may remove them */
export function RegionCard({
  region,
  agents,
  isAdmin,
}: {
  region: string
  agents: readonly Agent[]
  isAdmin: boolean
}) {
  const [first] = agents
  const live = agents.filter(({ state }) => state !== 'away').length
  return (
    <Card
      isFlush
      title={
        <>
          {first?.regionName ?? region}{' '}
          <span className="font-mono text-xs font-normal text-ink-faint">{region}</span>
        </>
      }
      actions={
        <span className={classes('text-xs font-semibold', live === 0 ? 'text-down' : 'text-up')}>
          {live === 0 ? 'No agent is connected' : `${live} connected`}
        </span>
      }
    >
      <ul>
        {agents.map((agent) => (
          <li key={agent.id} className="border-t border-line px-4 py-3 text-sm">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="font-medium break-all">{agent.hostname}</span>
              <span className={classes('text-xs font-semibold', STATES[agent.state].look)}>
                {STATES[agent.state].text}
              </span>
            </div>
            <p className="mt-0.5 text-xs text-ink-soft">
              Version {agent.version}. Clock {clockWords(agent.clockOffsetMs)}.{' '}
              {agent.state === 'away' ? 'Last seen' : 'Connected since'}{' '}
              <Time at={agent.state === 'away' ? agent.lastSeenAt : agent.connectedAt} />.
            </p>
            <p className="mt-0.5 text-xs text-ink-faint">
              {capabilityWords(agent.capabilities).join(', ')}
            </p>
            {agent.trouble === null ? null : (
              <p className="mt-1 text-xs font-medium break-words text-down">{agent.trouble}</p>
            )}
            {isAdmin ? <RemoveAgent agent={agent} /> : null}
          </li>
        ))}
      </ul>
    </Card>
  )
}
