import type { LiveEventData, LiveEventName } from '@sightline/shared/live-events'
import type { QueryClient } from '@tanstack/react-query'
import type { ListedMonitor, Monitor, Monitors } from './wire.ts'

/** Wire form: times are texts. */
type Data<N extends LiveEventName> = LiveEventData<N>

/** Whom a page that has just been loaded belongs to is known. */
const JUST_READ_MS = 2_000
/** At most so often is read anew what an event does not hold itself. */
const ANEW_EVERY_MS = 5_000

/** Lays what happened over what is shown. Rows change in their place; only what an event cannot tell is read anew. */
export function createLiveUpdates(queries: QueryClient): (name: string, data: unknown) => void {
  const waiting = new Map<string, ReturnType<typeof setTimeout>>()

  /** Reads what begins with the key anew, soon and once for many events. */
  function readAnew(...key: string[]): void {
    const name = key.join(' ')
    if (waiting.has(name)) return
    const read = (): void => {
      waiting.delete(name)
      void queries.invalidateQueries({ queryKey: key })
    }
    waiting.set(name, setTimeout(read, ANEW_EVERY_MS))
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
    let hasStatusChanged = false
    const laidOver = <M extends ListedMonitor | Monitor>(monitor: M): M => {
      if (monitor.id !== data.id) return monitor
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
  }

  const updates: { readonly [N in LiveEventName]: (data: Data<N>) => void } = {
    hello: lookWho,
    reset: () => void queries.invalidateQueries(),
    monitor: changeMonitor,
    monitorGone: () => readAnew('monitors'),
    outage(data) {
      readAnew('outages')
      readAnew('overview')
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
