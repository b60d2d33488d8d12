import type { Region } from '../../data/agents.ts'
import { capabilityWords } from '../../words/capabilities.ts'
import { classes } from '../class-names.ts'
import { Card } from '../layout/card.tsx'

/** The locations that checks can run in. */
export function Locations({ regions }: { regions: readonly Region[] }) {
  return (
    <Card title="Locations" isFlush>
      <ul>
        {regions.map(({ code, name, available, capabilities }) => (
          <li key={code} className="border-t border-line px-4 py-3 text-sm">
            <span className="font-medium">{name}</span>{' '}
            <span className="font-mono text-xs text-ink-faint">{code}</span>
            <span
              className={classes('block text-xs', available ? 'text-ink-soft' : 'text-degraded')}
            >
              {available ? capabilityWords(capabilities).join(', ') : 'No agent is connected.'}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
