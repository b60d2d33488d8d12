import type { EmbeddedPostgres } from '../postgres/embedded-postgres.ts'
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts'
import type { KeptDatabase } from '../running.ts'
import { keepRunning } from './keep-running.ts'
import { within } from './within.ts'

/** Starts and keeps the embedded PostgreSQL, at the same port when that can be had.
 *  @returns what runs, and when it does for the first time (or a StartError) */
export function keepEmbeddedDatabase(given: {
  folder: string
  preferredPort: number | null
  onLine: (line: string) => void
  warn: (text: string) => void
  /** It runs again, on another port than before. */
  onMove: () => void
}): KeptDatabase & { readonly ready: Promise<void> } {
  const { folder, onLine, warn, onMove } = given
  let present: EmbeddedPostgres | null = null
  let starting: Promise<EmbeddedPostgres>

  const { ready, letGo } = keepRunning<void>({
    name: 'database',
    warn,
    async life(tellReady) {
      const before = present?.port ?? null
      starting = startEmbeddedPostgres({
        folder,
        preferredPort: before ?? given.preferredPort,
        onLine,
      })
      const server = await starting
      present = server
      tellReady()
      if (before !== null && before !== server.port) onMove()
      await server.exited
      return 'ended by itself'
    },
  })
  return {
    ready,
    url: () => present?.url ?? '',
    port: () => present?.port ?? null,
    async stop(graceMs) {
      letGo()
      // One that is being started when the stop comes.
      const server = await within(starting, graceMs, null).catch(() => null)
      await server?.stop(graceMs)
    },
  }
}
