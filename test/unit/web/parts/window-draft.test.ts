import { describe, expect, it } from 'vitest'
import type { Window } from '../../../../controller/web/src/data/wire.ts'
import { bodyOf, draftOf } from '../../../../controller/web/src/parts/maintenance/window-draft.ts'
import { ruleWords } from '../../../../controller/web/src/words/recurrence.ts'

// Its first occurrence begins in the hour that comes twice, at the second time, and with seconds.
const WINDOW: Window = {
  id: 'mw_1',
  description: 'Database upgrade',
  from: '2026-10-25T01:30:20.500Z',
  to: '2026-10-25T03:00:10.000Z',
  recurrence: 'week',
  repeatEvery: 1,
  effectiveTo: '2027-01-31T10:00:30.000Z',
  timezone: 'Europe/Berlin',
  monitorIds: ['mon_1'],
  allMonitors: false,
  status: 'scheduled',
  nextOccurrence: null,
  createdAt: '2026-10-01T00:00:00.000Z',
  updatedAt: '2026-10-01T00:00:00.000Z',
}
const DRAFT = draftOf(WINDOW, 'UTC', 0)

describe('what is sent of a window that is edited', () => {
  it.each([
    [{}, {}],
    [{ description: 'Upgrade' }, { description: 'Upgrade' }],
    [{ to: '2026-10-25T05:00' }, { to: new Date('2026-10-25T04:00:00Z') }],
    [{ effectiveTo: '' }, { effectiveTo: null }],
    [{ monitorIds: ['mon_2'] }, { allMonitors: false, monitorIds: ['mon_2'] }],
    [{ allMonitors: true }, { allMonitors: true }],
    [
      { timezone: 'UTC' },
      {
        timezone: 'UTC',
        from: new Date('2026-10-25T02:30:00Z'),
        to: new Date('2026-10-25T04:00:00Z'),
        effectiveTo: new Date('2027-01-31T11:00:00Z'),
      },
    ],
  ])('of %j', (changes, body) => {
    expect(bodyOf({ ...DRAFT, ...changes }, WINDOW)).toEqual(body)
  })
})

it('nothing is sent of a rule that was typed for what is once after all', () => {
  const week = {
    ...draftOf(null, 'UTC', 0),
    recurrence: 'week',
    effectiveTo: '1969-01-01T00:00',
  } as const
  const once = { ...week, recurrence: 'none', repeatEvery: Number.NaN } as const
  expect(bodyOf(once, null)).toMatchObject({ repeatEvery: 1, effectiveTo: null })
  expect(bodyOf({ ...DRAFT, recurrence: 'none' }, WINDOW)).toEqual({
    recurrence: 'none',
    effectiveTo: null,
  })
  const kept: Window = { ...WINDOW, recurrence: 'none', repeatEvery: 2 }
  expect(bodyOf({ ...draftOf(kept, 'UTC', 0), repeatEvery: 3, effectiveTo: '' }, kept)).toEqual({})
})

it('all of a new one is sent', () => {
  const draft = { ...draftOf(null, 'UTC', Date.UTC(2026, 10, 23, 8, 10)), description: 'New' }
  expect(bodyOf(draft, null)).toEqual({
    description: 'New',
    from: new Date('2026-11-23T09:00:00Z'),
    to: new Date('2026-11-23T10:00:00Z'),
    recurrence: 'none',
    repeatEvery: 1,
    effectiveTo: null,
    timezone: 'UTC',
    allMonitors: false,
    monitorIds: [],
  })
})

it('words say until when it repeats', () => {
  expect(ruleWords(WINDOW)).toBe(
    'Every Sunday, 02:30 to 04:00 Europe/Berlin, until 31 Jan 2027, 11:00',
  )
  expect(ruleWords({ ...WINDOW, recurrence: 'none' })).not.toContain('until')
})
