import { useSyncExternalStore } from 'react'
import { createClock } from '../data/clock.ts'
import { timeZone } from '../data/preferences.ts'
import { isSeen } from '../data/is-seen.ts'
import { durationWords, shortDuration } from '../words/durations.ts'
import { fullTime, relativeTime, shortTime, spanWords, zoneName } from '../words/times.ts'

const TICK_MS = 10_000
const clock = createClock(TICK_MS, Date.now, isSeen)
globalThis.addEventListener?.('visibilitychange', clock.wake)

export const useNow = (): Date => useSyncExternalStore(clock.subscribe, clock.read)

/** An instant, in the zone that the person chose; the whole of it, and UTC, when pointed at.
 *  @param form how much of it: "14:05", "3 minutes ago", or all; "past" of what cannot be to come */
export function Time({
  at,
  form = 'short',
}: {
  at: string | null | undefined
  form?: 'short' | 'relative' | 'past' | 'full'
}) {
  const zone = timeZone.use()
  const present = useNow()
  if (at === null || at === undefined) return <>–</>
  const date = new Date(at)
  const text = {
    short: () => `${shortTime(date, zone, present)} ${zoneName(zone, date)}`,
    relative: () => relativeTime(date, present),
    // It may have been since the clock moved on last.
    past: () => relativeTime(date, date > present ? date : present),
    full: () => fullTime(date, zone),
  }[form]()
  return (
    <time dateTime={at} title={`${fullTime(date, zone)}\n${at}`}>
      {text}
    </time>
  )
}

/** From one instant to another, the zone named once. */
export function TimeSpan({
  from,
  to,
  form = 'short',
}: {
  from: string
  to: string
  form?: 'short' | 'full'
}) {
  const zone = timeZone.use()
  const present = useNow()
  const ends = [new Date(from), new Date(to)] as const
  const words = spanWords(ends, { zone, now: present, form })
  return (
    <>
      <time dateTime={from} title={`${fullTime(ends[0], zone)}\n${from}`}>
        {words.from}
      </time>{' '}
      to{' '}
      <time dateTime={to} title={`${fullTime(ends[1], zone)}\n${to}`}>
        {words.to}
      </time>
    </>
  )
}

/** How long it has been, or was. */
export function Since({
  from,
  to = null,
  isShort = false,
}: {
  from: string
  to?: string | null
  isShort?: boolean
}) {
  const present = useNow()
  const end = to === null ? present.getTime() : Date.parse(to)
  const seconds = (end - Date.parse(from)) / 1_000
  return (
    <time dateTime={from} title={from}>
      {isShort ? shortDuration(seconds) : durationWords(seconds)}
    </time>
  )
}
