import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createBackoff } from './backoff.ts'
import type { EmbeddedPostgres } from './postgres/embedded-postgres.ts'
import { startEmbeddedPostgres } from './postgres/embedded-postgres.ts'

/** The database everything works with. */
export interface KeptDatabase {
  /** Its present URL. */
  readonly url: () => string
  /** Port of the embedded one, null for one that others run. */
  readonly port: () => number | null
  readonly stop: (graceMs: number) => Promise<void>
}

/** A database that is not ours to start or stop. */
export function foreignDatabase(url: string): KeptDatabase {
  return { url: () => url, port: () => null, stop: async () => {} }
}

/** Folder of the embedded PostgreSQL inside the data folder. */
export function databaseFolder(dataFolder: string): string {
  return join(dataFolder, 'postgres')
}

/** Starts the embedded PostgreSQL and starts it again whenever it ends by itself, at the same port
 *  when that can be had.
 *  @throws StartError when the first start fails */
export async function keepEmbeddedDatabase(options: {
  dataFolder: string
  preferredPort: number | null
  onLine: (line: string) => void
  onDeath: (text: string) => void
  /** It runs again, on another port than before. */
  onMove: () => void
}): Promise<KeptDatabase> {
  const backoff = createBackoff()
  const folder = databaseFolder(options.dataFolder)
  const stopping = new AbortController()
  const start = (preferredPort: number | null) =>
    startEmbeddedPostgres({ folder, preferredPort, onLine: options.onLine })
  let server: EmbeddedPostgres = await start(options.preferredPort)
  const watching = watch()

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      const startedAt = performance.now()
      await server.exited
      if (stopping.signal.aborted) return
      const portBefore = server.port
      const livedMs = performance.now() - startedAt
      const successor = await succeed('the database ended by itself', livedMs, portBefore)
      if (successor === null) return
      server = successor
      if (server.port !== portBefore) options.onMove()
    }
  }

  /** @returns null when the stop came first */
  async function succeed(
    reason: string,
    livedMs: number,
    port: number,
  ): Promise<EmbeddedPostgres | null> {
    const waitMs = backoff.next(livedMs)
    options.onDeath(`${reason}; starting it again in ${waitMs / 1_000} s`)
    try {
      await delay(waitMs, undefined, { signal: stopping.signal })
      return await start(port)
    } catch (error: unknown) {
      if (stopping.signal.aborted) return null
      return succeed(error instanceof Error ? error.message : String(error), 0, port)
    }
  }

  return {
    url: () => server.url,
    port: () => server.port,
    async stop(graceMs) {
      stopping.abort()
      await server.stop(graceMs)
      await watching
      // A start that was under way when the stop came.
      await server.stop(graceMs)
    },
  }
}
