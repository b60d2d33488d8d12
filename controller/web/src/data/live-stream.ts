import type { LiveEventName } from '@sightline/shared/live-events'

/** How it stands with what happens. */
export type LiveState = 'connecting' | 'live' | 'lost'

export interface LiveListener {
  readonly event: (name: string, data: unknown) => void
  readonly state: (state: LiveState) => void
}

/** A stream of what happens, open while somebody looks. */
export interface LiveStream {
  /** Whether anybody looks. */
  readonly look: (isLookedAt: boolean) => void
  readonly close: () => void
}

/** Every event there is; the schemas themselves stay where they are checked. */
const NAMES = Object.keys({
  hello: true,
  reset: true,
  monitor: true,
  monitorGone: true,
  outage: true,
  alert: true,
  maintenance: true,
  agents: true,
} satisfies Record<LiveEventName, true>)

/** A hidden page needs nothing told; it catches up by the id of the last event. */
const HIDDEN_FOR_MS = 30_000
/** After an answer that is none: the controller restarts, or the session is over. */
const AGAIN_AFTER_MS = 5_000

/** Follows the workspace, in a page or in the worker of several. */
export function createLiveStream(listener: LiveListener): LiveStream {
  let source: EventSource | null = null
  let lastEventId = ''
  let timer: ReturnType<typeof setTimeout> | undefined

  function open(): void {
    if (source !== null) return
    const from = lastEventId === '' ? '' : `?lastEventId=${encodeURIComponent(lastEventId)}`
    const opened = new EventSource(`/api/v1/events${from}`)
    source = opened
    opened.addEventListener('error', () => {
      listener.state('lost')
      // A browser tries again by itself, but not after an answer that is no stream.
      if (opened.readyState !== EventSource.CLOSED) return
      close()
      timer = setTimeout(open, AGAIN_AFTER_MS)
    })
    for (const name of NAMES) {
      opened.addEventListener(name, (event: MessageEvent<string>) => {
        if (event.lastEventId !== '') lastEventId = event.lastEventId
        listener.state('live')
        listener.event(name, JSON.parse(event.data))
      })
    }
  }

  function close(): void {
    clearTimeout(timer)
    source?.close()
    source = null
  }

  return {
    look(isLookedAt) {
      clearTimeout(timer)
      if (isLookedAt) open()
      else timer = setTimeout(close, HIDDEN_FOR_MS)
    },
    close,
  }
}
