import type { Monitor } from '../../data/wire.ts'
import { countWords, durationWords, numberWords } from '../../words/durations.ts'
import { Time, useNow } from '../time.tsx'

const DAY_MS = 86_400_000
const MINUTE_SECONDS = 60
/** Most authorities renew a month before the end: one that ends within so many days was forgotten. */
const SOON_DAYS = 14

/** How a monitor is checked, in a line. */
export function CheckFacts({ monitor }: { monitor: Monitor }) {
  const { intervalMinutes, regions, timeoutMs, tags } = monitor
  const pace = intervalMinutes === 1 ? 'minute' : durationWords(intervalMinutes * MINUTE_SECONDS)
  return (
    <p className="mt-2 text-xs break-words text-ink-faint">
      Checked every {pace} from {countWords(regions.length, 'location')}, within{' '}
      {numberWords(timeoutMs / 1_000)} s{tags.length === 0 ? '' : `. Tags: ${tags.join(', ')}`}.
      {monitor.tlsExpiresAt === null ? null : <Certificate endsAt={monitor.tlsExpiresAt} />}
    </p>
  )
}

function Certificate({ endsAt }: { endsAt: string }) {
  const leftDays = (Date.parse(endsAt) - useNow().getTime()) / DAY_MS
  const tone = leftDays < SOON_DAYS ? (leftDays < 0 ? 'text-down' : 'text-degraded') : undefined
  return (
    <span className={tone}>
      {' '}
      Its certificate {leftDays < 0 ? 'ended' : 'ends'} <Time at={endsAt} form="relative" />.
    </span>
  )
}
