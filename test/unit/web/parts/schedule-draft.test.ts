import { describe, expect, it } from 'vitest'
import type { Schedule } from '../../../../controller/web/src/data/wire.ts'
import { DEFAULT_SETTINGS } from '../../../../controller/web/src/parts/crawls/crawl-settings.ts'
import { bodyOf, draftOf } from '../../../../controller/web/src/parts/crawls/schedule-draft.ts'

// Its first run has seconds.
const SCHEDULE: Schedule = {
  id: 'crs_1',
  url: 'https://example.com/',
  region: 'eu-west',
  from: '2026-11-24T02:00:20.500Z',
  recurrence: 'week',
  repeatEvery: 1,
  timezone: 'Europe/Berlin',
  active: true,
  nextAt: null,
  lastJobId: null,
  lastError: null,
  alerts: {
    memberIds: ['prs_1'],
    contactIds: [],
    teamIds: [],
    scoreDrop: 5,
    newErrors: true,
    indexability: true,
  },
  settings: { ...DEFAULT_SETTINGS, maxDepth: 3, exclude: ['/cart/*'] },
  createdAt: '2026-11-01T00:00:00.000Z',
}
const DRAFT = draftOf(SCHEDULE, 'UTC', 0)
const { alerts, settings } = DRAFT

describe('what is sent of a crawl schedule that is edited', () => {
  it.each([
    ['nothing', {}, {}],
    ['an address', { url: 'https://example.com/shop' }, { url: 'https://example.com/shop' }],
    ['a time', { from: '2026-11-24T04:00' }, { from: '2026-11-24T03:00:00.000Z' }],
    [
      'a zone, by whose clocks the time is another',
      { timezone: 'UTC' },
      { timezone: 'UTC', from: '2026-11-24T03:00:00.000Z' },
    ],
    [
      'a rule',
      { recurrence: 'month' as const, repeatEvery: 2 },
      { recurrence: 'month', repeatEvery: 2 },
    ],
    [
      'settings',
      { settings: { ...settings, maxDepth: null, exclude: [] } },
      { maxDepth: null, exclude: [] },
    ],
    [
      'alerts',
      { alerts: { ...alerts, scoreDrop: null, teamIds: ['team_1'] } },
      { alerts: { scoreDrop: null, teamIds: ['team_1'] } },
    ],
    ['no time at all', { from: '' }, { from: '' }],
  ])('%s', (_what, changes, body) => {
    expect(bodyOf({ ...DRAFT, ...changes }, SCHEDULE)).toEqual(body)
  })
})

it('all of a new one is sent, in the coming night unless told otherwise', () => {
  const draft = draftOf(null, 'Europe/Berlin', Date.UTC(2026, 10, 23, 23, 30))
  expect(bodyOf({ ...draft, url: 'example.com' }, null)).toEqual({
    url: 'example.com',
    from: '2026-11-25T02:00:00.000Z',
    recurrence: 'week',
    repeatEvery: 1,
    timezone: 'Europe/Berlin',
    alerts: { ...alerts, memberIds: [] },
    ...DEFAULT_SETTINGS,
  })
})
