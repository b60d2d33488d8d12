import type { Readable } from 'node:stream'
import type { LiveEvent } from '../live/read-events.ts'
import { createTextStream, eventText } from './event-stream.ts'

/** Text that waits for a client that reads slowly, in characters; most of it is shared with the other clients of its
 *  workspace. */
const MAX_WAITING = 512_000

/** Server-sent events, each of which counts: a client that reads too slowly for them is told to read anew. */
export interface LiveStream {
  readonly body: Readable
  readonly tell: (events: readonly LiveEvent[], place: string | null) => void
  readonly end: () => void
}

/** Those that many are told are made text once. */
const texts = new WeakMap<readonly LiveEvent[], string>()

function textOf(events: readonly LiveEvent[]): string {
  const known = texts.get(events)
  if (known !== undefined) return known
  const text = events.map(({ event, data }) => eventText(event, data)).join('')
  texts.set(events, text)
  return text
}

/** An id without data: where a client goes on after what it was told, whatever comes next.
 *  Source: HTML standard, "Server-sent events": the last event ID is set before an empty event is dropped */
const idText = (place: string | null): string => (place === null ? '' : `id: ${place}\n\n`)

/** @param resetEvents what a client is told that missed some */
export function createLiveStream(
  resetEvents: () => readonly LiveEvent[],
  maxWaiting = MAX_WAITING,
): LiveStream {
  let waiting: string[] = []
  let characters = 0
  let place: string | null = null
  let toldPlace: string | null = null

  const stream = createTextStream(
    () => {
      const text = waiting.join('')
      waiting = []
      characters = 0
      // Of a workspace in which nothing happens the place goes along with the heartbeat.
      if (text === '') return null
      toldPlace = place
      return text + idText(place)
    },
    () => {
      if (place === toldPlace) return ': still here\n\n'
      toldPlace = place
      return `: still here\n${idText(place)}`
    },
  )

  return {
    body: stream.body,
    tell(events, at) {
      const isFirstPlace = place === null && at !== null
      place = at ?? place
      const text = textOf(events)
      if (text === '' && !isFirstPlace) return
      if (characters + text.length > maxWaiting) {
        waiting = [textOf(resetEvents())]
      } else waiting.push(text === '' ? ': here\n\n' : text)
      characters = waiting.reduce((sum, each) => sum + each.length, 0)
      stream.flush()
    },
    end: stream.end,
  }
}
