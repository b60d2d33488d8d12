import type { Logger } from '@sightline/shared/logger'
import { Client } from 'pg'
import { DatabaseRefusedError } from './database-refused.ts'
import { keepFromMoving } from './moved-away.ts'
import { queryOver } from './pool.ts'

/** What the database tells every controller about, by channel. */
export interface NotificationHandlers {
  /** Monitors were made, changed or deleted. */
  readonly monitorsChanged: (monitorIds: readonly number[]) => void
  /** Agents came, went, or a token was revoked. */
  readonly agentsChanged: () => void
  /** Work items are waiting. */
  readonly workAdded: () => void
  /** The outcome of a piece of work is there. */
  readonly workDone: (publicId: string) => void
  /** API keys were made or changed. */
  readonly keysChanged: () => void
  /** Something changed that people follow (migration 049). */
  readonly liveChanged: (payload: string) => void
  /** The connection was away and is back: anything may have changed meanwhile. */
  readonly resumed: () => void
  /** While the connection was away the data went to another database, or is on its way there: nothing may be stored here
   *  any more. It is not listened again. */
  readonly moved: (error: DatabaseRefusedError) => void
}

/** Listens until stopped, on a connection of its own. */
export interface NotificationListener {
  readonly stop: () => Promise<void>
}

const RECONNECT_DELAY_MS = 1_000

/** How often the connection is asked whether it lives: a server that vanished without closing it
 *  would otherwise leave it silent for ever. */
const PROBE_INTERVAL_MS = 10_000

/** Starts listening, which keeps the database from being moved. The first connection must succeed; later ones are retried
 *  for ever.
 *  @throws DatabaseRefusedError when it was moved; what it met when the database cannot be reached now */
export async function listenForNotifications(
  url: string,
  handlers: NotificationHandlers,
  log: Logger,
): Promise<NotificationListener> {
  let stopped = false
  let client: Client | null = null
  let timer: NodeJS.Timeout | undefined

  function dispatch(channel: string, payload: string): void {
    if (channel === 'monitor_changes') handlers.monitorsChanged(payload.split(',').map(Number))
    else if (channel === 'agent_changes') handlers.agentsChanged()
    else if (channel === 'work_added') handlers.workAdded()
    else if (channel === 'work_done') handlers.workDone(payload)
    else if (channel === 'key_changes') handlers.keysChanged()
    else if (channel === 'live') handlers.liveChanged(payload)
  }

  async function connect(): Promise<void> {
    const fresh = new Client({
      connectionString: url,
      application_name: 'sightline listener',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
    })
    let ended = false
    const lost = (): void => {
      if (ended) return
      ended = true
      clearTimeout(timer)
      fresh.end().catch(() => undefined)
      if (client === fresh) client = null
      if (!stopped) retryLater()
    }
    fresh.on('error', lost)
    fresh.on('end', lost)
    fresh.on('notification', (message) => dispatch(message.channel, message.payload ?? ''))
    try {
      await fresh.connect()
      await keepFromMoving(queryOver(fresh))
      await fresh.query(
        'listen monitor_changes; listen agent_changes; listen work_added; listen work_done; listen key_changes; listen live',
      )
    } catch (error: unknown) {
      // The caller decides what a failed attempt means; `lost` must not start a second one.
      ended = true
      fresh.end().catch(() => undefined)
      throw error
    }
    if (stopped) {
      ended = true
      await fresh.end()
      return
    }
    client = fresh
    probeLater(fresh, lost)
  }

  function probeLater(probed: Client, lost: () => void): void {
    timer = setTimeout(() => {
      probed.query('select 1').then(() => {
        if (client === probed) probeLater(probed, lost)
      }, lost)
    }, PROBE_INTERVAL_MS)
  }

  function retryLater(): void {
    timer = setTimeout(() => {
      connect().then(
        () => {
          log.info('listening to the database again')
          handlers.resumed()
        },
        (error: unknown) => {
          if (stopped) return
          if (error instanceof DatabaseRefusedError) handlers.moved(error)
          else retryLater()
        },
      )
    }, RECONNECT_DELAY_MS)
  }

  await connect()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}
