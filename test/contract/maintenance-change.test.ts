import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { MaintenanceClient } from '../helpers/maintenance.ts'
import { maintenanceClient } from '../helpers/maintenance.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

const HOUR = 60
const DAY = 24 * HOUR

let api: TestApi
let client: MaintenanceClient
let monitorId: string
beforeAll(async () => {
  api = await openTestApi()
  client = maintenanceClient(api)
  monitorId = await client.createMonitor()
})
afterAll(() => api.close())
beforeEach(() => api.passMinutes(2))

const at = (minutes: number) => client.at(minutes)

/** A daily window whose first occurrence begins in an hour, the second one moved, the third cancelled. */
async function touchedWindow() {
  const window = await client.created({ from: at(HOUR), to: at(2 * HOUR), recurrence: 'day' })
  const [, second, third] = (await client.read(window.id)).occurrences
  await client.move(second.id, { from: at(DAY + 5 * HOUR), to: at(DAY + 6 * HOUR) })
  await client.cancel(third.id)
  return window
}

const statesOf = async (id: string) => {
  const { occurrences } = await client.read(id)
  return occurrences
    .slice(0, 4)
    .map((each: { moved: boolean; status: string }) => (each.moved ? 'moved' : each.status))
}

describe.each(['PATCH', 'PUT'])('changing a window by %s', (method) => {
  it('changes what is sent and nothing else', async () => {
    const window = await client.created()
    api.passMinutes(1)
    const { status, body } = await api.ask(method, `/api/v1/maintenance/${window.id}`, {
      body: { description: 'Another' },
    })
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['maintenance', 'usage'])
    expect(body.maintenance).toEqual({
      ...window,
      description: 'Another',
      updatedAt: api.clock.now.toISOString(),
    })
  })
})

describe('changing the schedule', () => {
  it.each<[string, () => Record<string, unknown>]>([
    ['from and to', () => ({ from: at(3 * HOUR), to: at(4 * HOUR) })],
    ['to', () => ({ to: at(3 * HOUR) })],
    ['repeatEvery', () => ({ repeatEvery: 2 })],
    ['recurrence', () => ({ recurrence: 'week' })],
    ['effectiveTo', () => ({ effectiveTo: at(30 * DAY) })],
    ['timezone', () => ({ timezone: 'Asia/Tokyo' })],
  ])('with %s replaces moved and cancelled occurrences', async (_, fields) => {
    const { id } = await touchedWindow()
    expect(await statesOf(id)).toEqual(['scheduled', 'moved', 'cancelled', 'scheduled'])
    expect((await client.change(id, fields())).status).toBe(200)
    expect(await statesOf(id)).toEqual(['scheduled', 'scheduled', 'scheduled', 'scheduled'])
  })

  it.each<[string, () => Record<string, unknown>]>([
    ['the description', () => ({ description: 'Another' })],
    ['the monitors', () => ({ monitorIds: [monitorId] })],
    ['all monitors', () => ({ allMonitors: true })],
    ['nothing', () => ({})],
  ])('is not what changing %s does', async (_, fields) => {
    const { id } = await touchedWindow()
    expect((await client.change(id, fields())).status).toBe(200)
    expect(await statesOf(id)).toEqual(['scheduled', 'moved', 'cancelled', 'scheduled'])
  })

  it('is not what sending the schedule as it is does', async () => {
    const window = await touchedWindow()
    const { from, to, recurrence, repeatEvery, effectiveTo, timezone } = window
    const same = { from, to, recurrence, repeatEvery, effectiveTo, timezone }
    expect((await client.change(window.id, same)).status).toBe(200)
    expect(await statesOf(window.id)).toEqual(['scheduled', 'moved', 'cancelled', 'scheduled'])
  })

  it('keeps the occurrence under way as it is, and its id', async () => {
    const window = await client.created({ from: at(-HOUR), to: at(HOUR), recurrence: 'day' })
    const [running] = (await client.read(window.id)).occurrences
    const { body } = await client.change(window.id, {
      from: at(-HOUR + 30),
      to: at(30),
      repeatEvery: 2,
    })
    expect(body.maintenance).toMatchObject({ status: 'active', repeatEvery: 2, to: at(30) })
    const { occurrences } = await client.read(window.id)
    expect(occurrences[0]).toEqual(running)
    expect(occurrences[1].from).toBe(at(2 * DAY - HOUR + 30))
    expect(occurrences[1]).toEqual(body.maintenance.nextOccurrence)
    // And over the next change too.
    await client.change(window.id, { repeatEvery: 3 })
    expect((await client.read(window.id)).occurrences[0]).toEqual(running)
    expect((await client.cancel(running.id)).body.occurrence.status).toBe('cancelled')
  })

  it('keeps a moved occurrence that is under way', async () => {
    const window = await client.created({ from: at(HOUR), to: at(2 * HOUR), recurrence: 'day' })
    const { id } = window.nextOccurrence
    await client.move(id, { from: at(1), to: at(30) })
    api.passMinutes(5)
    await client.change(window.id, { effectiveTo: at(30 * DAY) })
    const { occurrences } = await client.read(window.id)
    expect(occurrences[0]).toMatchObject({ id, status: 'active', moved: true })
    // It took the place of that day's.
    expect(occurrences[1].from).toBe(at(DAY + HOUR - 5))
  })

  it('refuses a schedule whose next occurrence would meet the one under way', async () => {
    const window = await client.created({ from: at(-HOUR), to: at(HOUR) })
    const { status, body } = await client.change(window.id, { from: at(30), to: at(90) })
    expect([status, body.error]).toEqual([
      400,
      `The field "from" is ${at(30)}: the occurrence that begins at ${at(30)} would overlap the one under way, which is kept and ends at ${at(HOUR)}; let it begin later, or end that one first.`,
    ])
    expect((await client.change(window.id, { from: at(HOUR), to: at(90) })).status).toBe(200)
    expect((await client.read(window.id)).occurrences).toMatchObject([
      { from: at(-HOUR), to: at(HOUR), status: 'active' },
      { from: at(HOUR), to: at(90), status: 'scheduled' },
    ])
  })

  it('begins at once what would be under way, when nothing is', async () => {
    const window = await client.created({ from: at(DAY), to: at(DAY + HOUR) })
    const { body } = await client.change(window.id, { from: at(-10), to: at(20) })
    expect(body.maintenance.status).toBe('active')
    expect((await client.read(window.id)).occurrences).toMatchObject([
      { from: at(-10), to: at(20), status: 'active', moved: false },
    ])
  })

  it('makes a window finished, or one that repeats for ever', async () => {
    const window = await client.created({ from: at(-HOUR), to: at(-30), recurrence: 'day' })
    expect(window.status).toBe('scheduled')
    const ended = await client.change(window.id, { effectiveTo: at(-HOUR) })
    expect(ended.body.maintenance).toMatchObject({
      status: 'finished',
      effectiveTo: at(-HOUR),
      nextOccurrence: null,
    })
    const forever = await client.change(window.id, { effectiveTo: null })
    expect(forever.body.maintenance).toMatchObject({ status: 'scheduled', effectiveTo: null })
    expect((await client.read(window.id)).occurrences).toHaveLength(20)
  })

  it.each<[string, () => Record<string, unknown>, () => string]>([
    [
      'an end before the start',
      () => ({ to: at(30) }),
      () => `The field "to" is ${at(30)}: it must be after "from", which is ${at(HOUR)}.`,
    ],
    [
      'a start after the end',
      () => ({ from: at(3 * HOUR) }),
      () =>
        `The field "from" is ${at(3 * HOUR)}: it must be before "to", which is ${at(2 * HOUR)}.`,
    ],
    [
      'more than 30 days',
      () => ({ to: at(31 * DAY) }),
      () =>
        `The field "to" is ${at(31 * DAY)}: it must be at most 30 days after "from", which is ${at(HOUR)}.`,
    ],
    [
      'more than 30 days backwards',
      () => ({ from: at(-30 * DAY) }),
      () =>
        `The field "from" is ${at(-30 * DAY)}: it must be at most 30 days before "to", which is ${at(2 * HOUR)}.`,
    ],
    [
      'an early effectiveTo',
      () => ({ effectiveTo: at(0) }),
      () =>
        `The field "effectiveTo" is ${at(0)}: it must not be before "from", which is ${at(HOUR)}; null repeats for ever.`,
    ],
    [
      'occurrences that overlap',
      () => ({ to: at(26 * HOUR), recurrence: 'day' }),
      () => 'occurrences would overlap',
    ],
    ['an unknown field', () => ({ id: 'mw_1' }), () => 'Unknown field "id"'],
    [
      'an empty description',
      () => ({ description: '' }),
      () => 'The field "description" is "": it must not be empty.',
    ],
    ['null for a recurrence', () => ({ recurrence: null }), () => 'The field "recurrence" is null'],
  ])('refuses %s and leaves the window as it was', async (_, fields, sentence) => {
    const window = await client.created()
    const { status, body } = await client.change(window.id, fields())
    expect([status, body.error]).toEqual([400, expect.stringContaining(sentence())])
    expect((await client.read(window.id)).maintenance).toEqual(window)
  })

  it('refuses a start after the effectiveTo that stays', async () => {
    const window = await client.created({ recurrence: 'day', effectiveTo: at(3 * HOUR) })
    const { body } = await client.change(window.id, { from: at(4 * HOUR), to: at(5 * HOUR) })
    expect(body.error).toBe(
      `The field "from" is ${at(4 * HOUR)}: it must not be after "effectiveTo", which is ${at(3 * HOUR)}.`,
    )
  })
})

describe('changing the monitors', () => {
  it('replaces the list', async () => {
    const [one, two] = [await client.createMonitor(), await client.createMonitor()]
    const window = await client.created({ monitorIds: [one, two] })
    const { body } = await client.change(window.id, { monitorIds: [two, monitorId] })
    expect(body.maintenance.monitorIds).toEqual([two, monitorId])
  })

  it('clears it with allMonitors: true, which wins', async () => {
    const window = await client.created()
    const { body } = await client.change(window.id, {
      allMonitors: true,
      monitorIds: ['mon_nobody'],
    })
    expect(body.maintenance).toMatchObject({ allMonitors: true, monitorIds: [] })
  })

  it('needs the list with allMonitors: false', async () => {
    const all = await client.created({ allMonitors: true })
    const named = await client.created()
    for (const { id } of [all, named]) {
      const { status, body } = await client.change(id, { allMonitors: false })
      expect([status, body.error]).toEqual([
        400,
        'The field "monitorIds" is missing: with "allMonitors": false it must list the monitors to cover.',
      ])
    }
    const { body } = await client.change(all.id, { allMonitors: false, monitorIds: [monitorId] })
    expect(body.maintenance).toMatchObject({ allMonitors: false, monitorIds: [monitorId] })
  })

  it.each<[Record<string, unknown>, string]>([
    [{ monitorIds: [] }, 'The field "monitorIds" is an empty list'],
    [{ monitorIds: [], allMonitors: false }, 'The field "monitorIds" is an empty list'],
    [{ monitorIds: ['mon_nobody'] }, 'The field "monitorIds" names "mon_nobody"'],
  ])('refuses %j', async (fields, sentence) => {
    const window = await client.created()
    const { status, body } = await client.change(window.id, fields)
    expect([status, body.error]).toEqual([400, expect.stringContaining(sentence)])
  })

  it('refuses the list alone where all are covered', async () => {
    const window = await client.created({ allMonitors: true })
    const { status, body } = await client.change(window.id, { monitorIds: [monitorId] })
    expect([status, body.error]).toEqual([
      400,
      'The field "allMonitors" is missing: the window covers all monitors, so "monitorIds" must come with "allMonitors": false.',
    ])
  })
})

describe('two changes at once', () => {
  it('end in one order or the other', async () => {
    const window = await client.created()
    const bodies = [
      { from: at(5 * HOUR), to: at(6 * HOUR) },
      { to: at(3 * HOUR), description: 'Longer' },
    ]
    const answers = await Promise.all(bodies.map((body) => client.change(window.id, body)))
    const statuses = answers.map(({ status }) => status)
    const { from, to } = (await client.read(window.id)).maintenance
    // Of the two the second may be refused, for an end before the start that came first.
    const outcomes = [
      [[200, 200], at(5 * HOUR), at(6 * HOUR)],
      [[200, 400], at(5 * HOUR), at(6 * HOUR)],
    ]
    expect(outcomes).toContainEqual([statuses, from, to])
  })
})
