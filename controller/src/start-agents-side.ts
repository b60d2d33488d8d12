import type { Logger } from '@sightline/shared/logger'
import { createDrain } from './agents/drain.ts'
import type { GatewayTls } from './agents/gateway-credentials.ts'
import type { Gateway } from './agents/gateway.ts'
import { createGateway } from './agents/gateway.ts'
import { startLiveness } from './agents/liveness.ts'
import { startQuarantineWatch } from './agents/quarantine-watch.ts'
import { announceAgentChange } from './db/agents.ts'
import { markControllerDrained, markControllerStopped } from './db/controllers.ts'
import type { NotificationHandlers } from './db/notifications.ts'
import type { Database, Queryable } from './db/pool.ts'
import { startPublisher } from './dispatch/publisher.ts'
import { startWorkDispatcher } from './dispatch/work-dispatcher.ts'
import type { IngestQueue } from './ingest/queue.ts'
import type { OnDemandDesk } from './on-demand/desk.ts'
import { createOnDemandDesk } from './on-demand/desk.ts'
import type { OpenWork } from './on-demand/open-work.ts'
import type { Clock } from './process/clock.ts'
import type { DiskRoom } from './process/disk-room.ts'
import type { RefusalLog } from './process/refusal-log.ts'
import { watchStandstill } from './process/standstill.ts'
import type { SecretBox } from './secrets/secret-box.ts'
import type { Sessions } from './sessions/agent-session.ts'

interface AgentsSideParts {
  readonly db: Database
  /** It waits for no disk: for what may be lost with the database's last moment; left out: `db`. */
  readonly hastyDb?: Queryable
  readonly controller: {
    readonly id: string
    readonly hostname: string
    readonly startedAt: Date
  }
  readonly sessions: Sessions
  readonly ingest: IngestQueue
  readonly refusals: RefusalLog
  readonly work: OpenWork
  readonly unseal: SecretBox['unseal']
  readonly clock: Clock
  readonly disk: () => DiskRoom | null
  readonly tls: GatewayTls | null
  /** How often the files of `tls` are looked at; left out: as usual. */
  readonly tlsLookEveryMs?: number
  /** Days results are kept; left out: as usual. */
  readonly resultRetentionDays?: number
  /** Agents of an earlier version are refused; left out: none is. */
  readonly minAgentVersion?: string | undefined
  /** The version of monitors' settings that this controller knows; left out: that of its program. */
  readonly knownSettings?: number
  /** There may be work for agents, or an agent that can do what waits. */
  readonly workAdded: () => void
  /** Agents of a region came or went, at whichever controller. */
  readonly agentsMoved: () => void
  /** Ends what a drained controller no longer does, once its agents are gone. */
  readonly endRest: () => Promise<void>
  readonly log: Logger
}

/** What serves the agents of one controller. */
export interface AgentsSide {
  readonly desk: OnDemandDesk
  readonly listen: Gateway['listen']
  readonly isDraining: () => boolean
  /** What it does when the database tells of a change. */
  readonly heard: Pick<
    NotificationHandlers,
    'monitorsChanged' | 'agentsChanged' | 'workAdded' | 'workDone' | 'resumed'
  >
  /** Ends every stream and takes no more. */
  readonly close: () => Promise<void>
  /** Ends what stood behind the streams, but not the ingest. */
  readonly stop: () => Promise<void>
}

/** Begins everything that serves agents; they are taken from `listen` on. */
export function startAgentsSide(parts: AgentsSideParts): AgentsSide {
  const { db, controller, sessions, work, unseal, clock, workAdded, log } = parts
  const { now } = clock
  const controllerId = controller.id
  const standstill = watchStandstill()
  const publisher = startPublisher({ ...parts, standstill, now })
  const { refreshAgents } = publisher
  const drain = createDrain({
    sessions,
    work,
    async finish() {
      await parts.endRest()
      await markControllerDrained(db, controllerId)
    },
    log,
  })
  const liveness = startLiveness({
    ...parts,
    // Asked for after the first answer of the database: the port's is there by then.
    ownSerial: () => gateway.certificateSerial(),
    refreshAgents,
    drain: drain.begin,
    standstill,
  })
  const quarantine = startQuarantineWatch({ db, controllerId, sessions, now, log })
  const dispatcher = startWorkDispatcher({ ...parts, db, sessions, work, unseal, now, log })
  const desk = createOnDemandDesk({ db, sessions, work, now, log })
  const announce = (): void => {
    announceAgentChange(db).catch((error: unknown) =>
      log.debug({ err: error }, 'a change of agents was not announced'),
    )
  }
  const lookForWork = (): void => {
    dispatcher.look()
    workAdded()
  }
  const gateway = createGateway(
    {
      ...parts,
      controllerId,
      quarantine,
      now,
      isDatabaseLost: liveness.isDatabaseLost,
      isDraining: drain.isUnderWay,
      sessionStarted(session) {
        publisher.sessionStarted(session)
        lookForWork()
        announce()
      },
      // All agents at once, and nobody to tell it to.
      sessionEnded: () => (liveness.isDatabaseLost() ? undefined : announce()),
    },
    parts.tls,
    parts.tlsLookEveryMs,
  )

  return {
    desk,
    listen: gateway.listen,
    isDraining: drain.isUnderWay,
    heard: {
      monitorsChanged: publisher.monitorsChanged,
      agentsChanged: liveness.look,
      workAdded: lookForWork,
      workDone: desk.workDone,
      resumed() {
        desk.lookForAll()
        publisher.catchUp()
        liveness.look()
        lookForWork()
      },
    },
    async close() {
      drain.stop()
      standstill.stop()
      await gateway.stop()
    },
    async stop() {
      await Promise.all([liveness.stop(), publisher.stop(), quarantine.stop(), dispatcher.stop()])
      // Without the database it falls silent.
      await markControllerStopped(db, controllerId).catch(() => undefined)
    },
  }
}
