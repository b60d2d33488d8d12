import type { Lacks } from '@sightline/shared/lacks'
import { SCRIPTS } from '@sightline/shared/lacks'
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

/** What a disk mixed up is as if it were not there: an agent that ends at every start helps nobody, and finds all of it
 *  out again. */
function parsedLacks(text: string | null): Lacks {
  try {
    const { browser, scripts } = JSON.parse(text ?? '') as Partial<Record<keyof Lacks, unknown>>
    const isWhole = (browser === null || typeof browser === 'string') && Array.isArray(scripts)
    if (!isWhole) return NO_LACKS
    return { browser, scripts: SCRIPTS.filter((script) => scripts.includes(script)) }
  } catch {
    return NO_LACKS
  }
}

/** The same of a number. */
function parsedNumber<Without>(text: string | null, without: Without): number | Without {
  return text !== null && /^-?\d{1,16}(?:\.\d+)?$/.test(text) ? Number(text) : without
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
      return {
        agentId: get('agent_id') ?? '',
        clockOffsetMs: parsedNumber(get('clock_offset_ms'), 0),
        lacks: parsedLacks(get('lacks')),
        revokedControllers: (get('revoked_controllers') ?? '').split(',').filter(Boolean),
        ranThroughMs: parsedNumber(get('ran_through_ms'), null),
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
