import type { LiveEventData, LiveEventName } from '@sightline/shared/live-events'
import type { InvalidateQueryFilters, Query, QueryClient } from '@tanstack/react-query'
import type { ListedMonitor, Monitor, Monitors } from './wire.ts'

/** Wire form: times are texts. */
type Data<N extends LiveEventName> = LiveEventData<N>

/** Whom a page that has just been loaded belongs to is known. */
const JUST_READ_MS = 2_000
/** At most so often is read anew what an event does not hold itself. */
const ANEW_EVERY_MS = 5_000
/** A status that is no older than this at its monitor's latest check may be newer than what was read. */
const NEW_FOR_MS = 120_000

/** Whether a list is of the monitors of one status alone. */
const isOfOneStatus = ({ queryKey: [, , filters] }: Pick<Query, 'queryKey'>): boolean =>
  typeof filters === 'object' && filters !== null && 'status' in filters && Boolean(filters.status)

/** Lays what happened over what is shown. Rows change in their place; only what an event cannot tell is read anew. */
export function createLiveUpdates(queries: QueryClient): (name: string, data: unknown) => void {
  const waiting = new Map<string, ReturnType<typeof setTimeout>>()
  /** Since when monitors have the statuses for which something was read anew already, by id. */
  const knownSince = new Map<string, string>()

  function readSoon(name: string, what: InvalidateQueryFilters): void {
    if (waiting.has(name)) return
    const read = (): void => {
      waiting.delete(name)
      void queries.invalidateQueries(what)
    }
    waiting.set(name, setTimeout(read, ANEW_EVERY_MS))
  }

  /** Reads what begins with the key anew, soon and once for many events. */
  const readAnew = (...key: string[]): void => readSoon(key.join(' '), { queryKey: key })

  /** Most monitors are on no list that was read: of those only its age tells whether a status is another. */
  function isNewStatus({ id, statusSince, lastCheckedAt }: Data<'monitor'>): boolean {
    const ageMs = lastCheckedAt === null ? 0 : Date.parse(lastCheckedAt) - Date.parse(statusSince)
    if (ageMs > NEW_FOR_MS || knownSince.get(id) === statusSince) return false
    knownSince.set(id, statusSince)
    return true
  }

  /** A stream that begins again may be of another workspace: all tabs of a browser have one session. */
  function lookWho(): void {
    const { dataUpdatedAt = 0 } = queries.getQueryState(['me']) ?? {}
    if (Date.now() - dataUpdatedAt > JUST_READ_MS) {
      void queries.invalidateQueries({ queryKey: ['me'] })
    }
  }

  function changeMonitor(data: Data<'monitor'>): void {
    const { lastRegion: _region, lastStatus: _status, ...fields } = data
    let hasStatusChanged = isNewStatus(data)
    let isShown = false
    const laidOver = <M extends ListedMonitor | Monitor>(monitor: M): M => {
      if (monitor.id !== data.id) return monitor
      isShown = true
      if (monitor.status !== data.status) hasStatusChanged = true
      return { ...monitor, ...fields }
    }
    queries.setQueriesData<Monitors>({ queryKey: ['monitors', 'list'] }, (list) => {
      if (list === undefined || !list.monitors.some(({ id }) => id === data.id)) return list
      return { ...list, monitors: list.monitors.map(laidOver) }
    })
    queries.setQueryData<Monitor>(['monitors', 'one', data.id], (monitor) =>
      monitor === undefined ? monitor : laidOver(monitor),
    )
    readAnew('monitor', data.id)
    if (!hasStatusChanged) return
    readAnew('monitors', 'count')
    readAnew('overview')
    // One that was just made belongs on some list; rows of the others stay in their place while somebody looks.
    if (!isShown && data.status === 'pending') readAnew('monitors', 'list')
    else readSoon('of one status', { queryKey: ['monitors', 'list'], predicate: isOfOneStatus })
  }

  const updates: { readonly [N in LiveEventName]: (data: Data<N>) => void } = {
    hello: lookWho,
    reset: () => void queries.invalidateQueries(),
    monitor: changeMonitor,
    monitorGone: () => readAnew('monitors'),
    outage(data) {
      readAnew('outages')
      readAnew('overview')
      readAnew('monitors', 'count')
      readAnew('monitor', data.monitorId)
    },
    alert: () => readAnew('alerts'),
    maintenance: () => readAnew('maintenance'),
    agents: () => readAnew('agents'),
  }

  return (name, data) => {
    // A newer controller may tell what this page does not know.
    if (Object.hasOwn(updates, name)) updates[name as LiveEventName](data as never)
  }
}
