import type { Lacks } from '@sightline/shared/lacks'
import type { DatabaseSync } from 'node:sqlite'

/** What an agent knows about itself, kept over restarts. */
interface Facts {
  /** Given by a controller in Welcome; empty before the first. */
  readonly agentId: string
  /** Correction of the clock in force, in ms: how far this machine is ahead. */
  readonly clockOffsetMs: number
  /** Every slot before this instant has been run (its result is spooled or acknowledged) or skipped;
   *  null before the first start. */
  readonly ranThroughMs: number | null
  /** What the browser was found to lack. */
  readonly lacks: Lacks
  /** Serials of certificates by which nobody is a controller any more. */
  readonly revokedControllers: readonly string[]
}

/** The facts on disk. */
export interface FactStore {
  readonly read: () => Facts
  readonly setAgentId: (agentId: string) => void
  readonly setClockOffsetMs: (offsetMs: number) => void
  readonly setLacks: (lacks: Lacks) => void
  readonly setRevokedControllers: (serials: readonly string[]) => void
  readonly setRanThroughMs: (instantMs: number) => void
}

const NO_LACKS: Lacks = { browser: null, scripts: [] }

function parsedLacks(text: string | null): Lacks {
  return text === null ? NO_LACKS : (JSON.parse(text) as Lacks)
}

export function createFactStore(database: DatabaseSync): FactStore {
  const select = database.prepare('select value from facts where name = ?')
  const upsert = database.prepare(
    'insert into facts (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
  )
  const get = (name: string): string | null => {
    const value = select.get(name)?.['value']
    return typeof value === 'string' ? value : null
  }
  return {
    read() {
      const ranThrough = get('ran_through_ms')
      return {
        agentId: get('agent_id') ?? '',
        clockOffsetMs: Number(get('clock_offset_ms') ?? 0),
        lacks: parsedLacks(get('lacks')),
        revokedControllers: (get('revoked_controllers') ?? '').split(',').filter(Boolean),
        ranThroughMs: ranThrough === null ? null : Number(ranThrough),
      }
    },
    setAgentId(agentId) {
      upsert.run('agent_id', agentId)
    },
    setClockOffsetMs(offsetMs) {
      upsert.run('clock_offset_ms', String(offsetMs))
    },
    setLacks(lacks) {
      upsert.run('lacks', JSON.stringify(lacks))
    },
    setRevokedControllers(serials) {
      upsert.run('revoked_controllers', serials.join())
    },
    setRanThroughMs(instantMs) {
      upsert.run('ran_through_ms', String(instantMs))
    },
  }
}
