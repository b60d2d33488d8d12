import type { Story } from '../../data/wire.ts'
import { toldWords } from '../../words/told.ts'

/** Something of the course of an outage. */
export interface CourseEvent {
  readonly at: string
  readonly tone: 'down' | 'up' | 'degraded' | 'unknown' | 'told' | 'note'
  readonly title: string
  readonly text: string | null
}

const STATUS_TITLES = {
  up: 'passed',
  degraded: 'was slow or near a limit',
  down: 'failed',
  unknown: 'said nothing about the target',
} as const

type Part = Pick<Story, 'outage' | 'votes' | 'alerts' | 'notes'>

/** Votes, alerts and notes in the order they came: the story as a line of time. Pure. */
export function courseOf({ outage, votes, alerts, notes }: Part): CourseEvent[] {
  const events: CourseEvent[] = [
    ...votes.map(({ checkedAt, region, status, error, confirmation, counted }) => ({
      at: checkedAt,
      tone: status,
      title: `${confirmation ? 'Asked again, ' : ''}${region} ${STATUS_TITLES[status]}${counted ? '' : ' (without a say)'}`,
      text: error,
    })),
    {
      at: outage.confirmedAt,
      tone: 'down',
      title: 'The outage was confirmed',
      text: outage.summary,
    },
    ...alerts
      .filter(({ state }) => state !== 'suppressed')
      .map(({ sentAt, createdAt, state, kind, recipient, channel, error }) => ({
        at: sentAt ?? createdAt,
        tone: 'told' as const,
        title: `${recipient.name} ${toldWords({ state, kind, channel })}`,
        text: state === 'sent' ? null : error,
      })),
    ...notes.map(({ createdAt, author, text, public: isPublic }) => ({
      at: createdAt,
      tone: 'note' as const,
      title: `${author.name} wrote${isPublic ? ', for everybody' : ''}`,
      text,
    })),
  ]
  if (outage.acknowledged !== null) {
    const { at, by } = outage.acknowledged
    events.push({ at, tone: 'note', title: `${by.name} took it in hand`, text: null })
  }
  if (outage.endedAt !== null) {
    events.push({ at: outage.endedAt, tone: 'up', title: 'It was well again', text: null })
  }
  return events.sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
}
