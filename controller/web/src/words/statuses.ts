import type { MonitorStatus } from '@sightline/shared/check-words'

/** How a status is called and told apart without its colour. */
export interface StatusWords {
  readonly title: string
  readonly means: string
}

export const STATUS_WORDS: Readonly<Record<MonitorStatus, StatusWords>> = {
  down: { title: 'Down', means: 'Most of its locations could not reach it or found it broken.' },
  degraded: {
    title: 'Degraded',
    means: 'It works, but slowly, its certificate is about to expire, or a few locations fail.',
  },
  unknown: { title: 'Unknown', means: 'No check of it has counted for a while.' },
  pending: { title: 'Pending', means: 'It has not been judged yet.' },
  up: { title: 'Up', means: 'It answers as it should.' },
  maintenance: { title: 'Maintenance', means: 'Planned work: failures open no outage.' },
  paused: { title: 'Paused', means: 'It is not being checked.' },
}

/** What needs people first. */
export const STATUS_ORDER = Object.keys(STATUS_WORDS) as readonly MonitorStatus[]
