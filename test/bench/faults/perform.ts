import type { Fault, FaultName } from './plan.ts'
import type { Installation, Place } from './installation.ts'
import type { Passage } from './way.ts'
import { OPEN } from './way.ts'

/** Does a fault. @returns what ends it */
type Perform = (installation: Installation, fault: Fault) => Promise<() => Promise<unknown>>

const MAX_DELAY_MS = { agent: 2_000, database: 250 } as const

function placeOf({ places }: Installation, { subject }: Fault): Place {
  const place = places.get(subject)
  if (place === undefined) throw new Error(`there is no ${subject}`)
  return place
}

/** The program is killed, and started again. */
const kill: Perform = async (installation, fault) => {
  const place = placeOf(installation, fault)
  await place.kill()
  return async () => place.start()
}

/** The program stands still for a time. */
const pause: Perform = async (installation, fault) => {
  const place = placeOf(installation, fault)
  place.pause()
  return async () => place.resume()
}

/** @param passage of its ways meanwhile */
function passing(passage: (fault: Fault) => Passage): Perform {
  return async (installation, fault) => {
    const { ways } = placeOf(installation, fault)
    for (const way of ways) way.set(passage(fault))
    return async () => {
      for (const way of ways) way.set(OPEN)
    }
  }
}

const killDatabase: Perform = async (installation) => {
  await installation.killDatabase()
  return installation.startDatabase
}

/** The server ends all its sessions then and recovers by itself. */
const killBackend: Perform = async ({ db }, { chance }) => {
  const { rows } = await db.query<{ pid: number }>({
    text: `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()
      order by pid`,
  })
  const pid = rows[Math.floor(chance * rows.length)]?.pid
  if (pid !== undefined) process.kill(pid, 'SIGKILL')
  return async () => undefined
}

const slow = (maxMs: number) =>
  passing(({ chance }) => ({ kind: 'slow', delayMs: (0.1 + 0.9 * chance) * maxMs }))

export const PERFORM: Readonly<Record<FaultName, Perform>> = {
  agentKilled: kill,
  agentPaused: pause,
  agentCutOff: passing(() => ({ kind: 'silent' })),
  agentLinksBroken: passing(() => ({ kind: 'broken' })),
  agentLinksSlow: slow(MAX_DELAY_MS.agent),
  controllerKilled: kill,
  controllerPaused: pause,
  controllerWithoutDatabase: passing(() => ({ kind: 'silent' })),
  databaseLinksBroken: passing(() => ({ kind: 'broken' })),
  databaseLinksSlow: slow(MAX_DELAY_MS.database),
  databaseKilled: killDatabase,
  backendKilled: killBackend,
}
