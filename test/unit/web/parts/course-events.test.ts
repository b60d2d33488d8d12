import { expect, it } from 'vitest'
import type { Story } from '../../../../controller/web/src/data/wire.ts'
import { courseOf } from '../../../../controller/web/src/parts/outages/course-events.ts'

const AT = '2026-11-23T12:00:00.000Z'

it('shows each check of an outage as what it found: one that says nothing is none that passed', () => {
  const story = {
    outage: { confirmedAt: AT, summary: 'It is down.', acknowledged: null, endedAt: null },
    votes: (['down', 'up', 'degraded', 'unknown'] as const).map((status, second) => ({
      checkedAt: AT.replace('00.000', `0${second + 1}.000`),
      region: 'eu-west',
      status,
      error: null,
      confirmation: false,
      counted: true,
    })),
    alerts: [],
    notes: [],
  } as unknown as Story
  expect(courseOf(story).map(({ tone, title }) => `${tone}: ${title}`)).toEqual([
    'down: The outage was confirmed',
    'down: eu-west failed',
    'up: eu-west passed',
    'degraded: eu-west was slow or near a limit',
    'unknown: eu-west said nothing about the target',
  ])
})
