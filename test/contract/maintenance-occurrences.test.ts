import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { OccurrenceAnswer } from '../../controller/src/api/schemas/maintenance.ts'
import type { MaintenanceClient } from '../helpers/maintenance.ts'
import { maintenanceClient } from '../helpers/maintenance.ts'
import { insertWorkspace } from '../helpers/rows.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

const HOUR = 60
const DAY = 24 * HOUR

let api: TestApi
let client: MaintenanceClient
beforeAll(async () => {
  api = await openTestApi()
  client = maintenanceClient(api)
})
afterAll(() => api.close())
beforeEach(() => api.passMinutes(2))

const at = (minutes: number) => client.at(minutes)

/** A daily window that begins in an hour, and its first occurrences. */
async function daily(fields: Record<string, unknown> = {}) {
  const { id } = await client.created({
    from: at(HOUR),
    to: at(2 * HOUR),
    recurrence: 'day',
    ...fields,
  })
  return { id, occurrences: (await client.read(id)).occurrences }
}

describe('moving an occurrence', () => {
  it('changes it and no other', async () => {
    const { id, occurrences } = await daily()
    const [first, second] = occurrences
    const { status, body } = await client.move(second.id, {
      from: at(30 * HOUR),
      to: at(33 * HOUR),
    })
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['occurrence', 'usage'])
    expect(OccurrenceAnswer.strict().safeParse(body).success).toBe(true)
    expect(body.occurrence).toEqual({
      ...second,
      from: at(30 * HOUR),
      to: at(33 * HOUR),
      moved: true,
    })
    const after = (await client.read(id)).occurrences
    expect(after.slice(0, 3)).toEqual([first, body.occurrence, occurrences[2]])
  })

  it('keeps the end that is not sent, and the start', async () => {
    const { occurrences } = await daily()
    const longer = await client.move(occurrences[0].id, { to: at(3 * HOUR) })
    expect(longer.body.occurrence).toMatchObject({ from: at(HOUR), to: at(3 * HOUR), moved: true })
    const later = await client.move(occurrences[0].id, { from: at(2 * HOUR) })
    expect(later.body.occurrence).toMatchObject({ from: at(2 * HOUR), to: at(3 * HOUR) })
    const back = await client.move(occurrences[0].id, { from: at(HOUR), to: at(2 * HOUR) })
    expect(back.body.occurrence).toEqual(occurrences[0])
  })

  it('shows in the order of the window, and in what comes next', async () => {
    const { id, occurrences } = await daily()
    await client.move(occurrences[0].id, { from: at(DAY + 4 * HOUR), to: at(DAY + 5 * HOUR) })
    const { maintenance, occurrences: after } = await client.read(id)
    expect(after.slice(0, 2).map((each: { id: string }) => each.id)).toEqual([
      occurrences[1].id,
      occurrences[0].id,
    ])
    expect(maintenance.nextOccurrence.id).toBe(occurrences[1].id)
  })

  it('takes UNIX seconds, and nothing at all', async () => {
    const { occurrences } = await daily()
    const seconds = Date.parse(at(90)) / 1_000
    expect((await client.move(occurrences[0].id, { from: seconds })).body.occurrence.from).toBe(
      at(90),
    )
    expect((await client.move(occurrences[1].id, {})).body.occurrence).toEqual(occurrences[1])
  })

  it('may begin at once', async () => {
    const { id, occurrences } = await daily()
    const { body } = await client.move(occurrences[0].id, { from: at(-5) })
    expect(body.occurrence.status).toBe('active')
    expect((await client.read(id)).maintenance.status).toBe('active')
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
      () => ({ to: at(30 * DAY + HOUR + 1) }),
      () => 'it must be at most 30 days after "from"',
    ],
    [
      'the past',
      () => ({ from: at(-20), to: at(-10) }),
      () =>
        `The field "to" is ${at(-10)}: it must be later than now, which is ${at(0)}; DELETE cancels the occurrence.`,
    ],
    [
      'the time of the next',
      () => ({ to: at(DAY + HOUR + 1) }),
      () =>
        `The field "to" is ${at(DAY + HOUR + 1)}: the occurrence would overlap the one from ${at(DAY + HOUR)} to ${at(DAY + 2 * HOUR)} of the same window.`,
    ],
    [
      'an unknown field',
      () => ({ status: 'done' }),
      () => 'Unknown field "status": allowed are from, to.',
    ],
    [
      'a time that is none',
      () => ({ from: 'noon' }),
      () => 'The field "from" is "noon": it must be a time',
    ],
    ['null', () => ({ to: null }), () => 'The field "to" is null'],
  ])('refuses %s', async (_, fields, sentence) => {
    const { id, occurrences } = await daily()
    const { status, body } = await client.move(occurrences[0].id, fields())
    expect([status, body.error]).toEqual([400, expect.stringContaining(sentence())])
    expect((await client.read(id)).occurrences).toEqual(occurrences)
  })

  it('may touch its neighbours, and take the time of one that was moved or cancelled', async () => {
    const { occurrences } = await daily()
    const [first, second, third] = occurrences
    expect((await client.move(first.id, { to: second.from })).status).toBe(200)
    expect((await client.move(third.id, { from: at(2 * DAY) })).status).toBe(200)
    expect((await client.move(second.id, { to: at(2 * DAY + 1) })).status).toBe(400)
    expect((await client.cancel(third.id)).status).toBe(200)
    expect((await client.move(second.id, { to: at(2 * DAY + 1) })).status).toBe(200)
    expect((await client.move(first.id, { from: second.from, to: second.to })).status).toBe(400)
  })
})

describe('an occurrence under way', () => {
  it('may end later or earlier, but not before now', async () => {
    const { occurrences } = await daily({ from: at(-30), to: at(30) })
    const [{ id }] = occurrences
    expect((await client.move(id, { to: at(50) })).body.occurrence).toMatchObject({
      to: at(50),
      status: 'active',
      moved: true,
    })
    expect((await client.move(id, { to: at(10), from: at(-30) })).status).toBe(200)
    const { status, body } = await client.move(id, { to: at(0) })
    expect([status, body.error]).toEqual([
      400,
      `The field "to" is ${at(0)}: it must be later than now, which is ${at(0)}; DELETE ends the occurrence.`,
    ])
  })

  it('cannot begin at another time', async () => {
    const { occurrences } = await daily({ from: at(-30), to: at(30) })
    for (const from of [at(-31), at(5)]) {
      const { status, body } = await client.move(occurrences[0].id, { from })
      expect([status, body.error]).toEqual([
        400,
        `The field "from" is ${from}: the occurrence is under way since ${at(-30)}, so that only "to" may change.`,
      ])
    }
  })

  it('ends now when it is cancelled', async () => {
    const { id, occurrences } = await daily({ from: at(-30), to: at(30) })
    const { status, body } = await client.cancel(occurrences[0].id)
    expect(status).toBe(200)
    expect(body.occurrence).toEqual({
      ...occurrences[0],
      to: at(0),
      status: 'cancelled',
      moved: true,
    })
    const after = await client.read(id)
    expect(after.maintenance.status).toBe('scheduled')
    expect(after.occurrences[0]).toEqual(occurrences[1])
  })
})

describe('cancelling an occurrence', () => {
  it('leaves the others, and shows it among them', async () => {
    const { id, occurrences } = await daily()
    const [first, second] = occurrences
    const { status, body } = await client.cancel(first.id)
    expect([status, Object.keys(body)]).toEqual([200, ['occurrence', 'usage']])
    expect(body.occurrence).toEqual({ ...first, status: 'cancelled' })
    const after = await client.read(id)
    expect(after.occurrences.slice(0, 2)).toEqual([body.occurrence, second])
    expect(after.maintenance.nextOccurrence).toEqual(second)
  })

  it('finishes a window that has no other', async () => {
    const window = await client.created()
    await client.cancel(window.nextOccurrence.id)
    expect((await client.read(window.id)).maintenance).toMatchObject({
      status: 'finished',
      nextOccurrence: null,
    })
  })
})

describe('an occurrence that is cancelled or over', () => {
  it('cannot be moved or cancelled any more', async () => {
    const { occurrences } = await daily()
    const [first, second] = occurrences
    await client.cancel(second.id)
    api.passMinutes(2 * HOUR)
    for (const [id, why] of [
      [first.id, `is over since ${first.to}`],
      [second.id, 'was cancelled'],
    ]) {
      for (const answer of [await client.move(id, { to: at(DAY) }), await client.cancel(id)]) {
        expect([answer.status, answer.body.error]).toEqual([
          409,
          `The occurrence ${why}: it cannot be changed any more.`,
        ])
      }
    }
  })
})

describe('an id that leads to no occurrence', () => {
  it('is 404: malformed, of no window, of a time at which none begins, of another workspace', async () => {
    const { id, occurrences } = await daily()
    const [{ id: known }] = occurrences
    const other = await insertWorkspace(api.db)
    const foreign = await daily()
    await api.db.query(
      { text: 'update maintenance_windows set workspace_id = $1 where public_id = $2' },
      [other, foreign.id],
    )
    const wrong = [
      'occ_1',
      id,
      `${known}0`,
      known.slice(0, -1),
      known.toUpperCase(),
      `${known.slice(0, -1)}${known.endsWith('1') ? '2' : '1'}`,
      `occ_${'0'.repeat(20)}${known.slice(24)}`,
      `${known.slice(0, 24)}zzzzzzzzzz`,
      foreign.occurrences[0].id,
      `occ_${'x'.repeat(5_000)}`,
    ]
    for (const each of wrong) {
      const answers = [await client.move(each, { to: at(90) }), await client.cancel(each)]
      expect([each, ...answers.map(({ status }) => status)]).toEqual([each, 404, 404])
      api.passMinutes(1)
    }
    const { body } = await client.cancel('occ_1')
    expect(body.error).toBe('There is no occurrence with the id "occ_1" in the workspace.')
  })

  it('is 404 when the window was deleted, or its schedule gives another', async () => {
    const { id, occurrences } = await daily()
    await client.change(id, { from: at(90) })
    expect((await client.cancel(occurrences[0].id)).status).toBe(404)
    const [first] = (await client.read(id)).occurrences
    await api.ask('DELETE', `/api/v1/maintenance/${id}`)
    expect((await client.cancel(first.id)).status).toBe(404)
  })
})

describe('an occurrence of a window that began decades ago', () => {
  it('keeps its id, and can be moved', async () => {
    const { id } = await client.created({
      from: '1990-01-01T03:00:00Z',
      to: '1990-01-01T04:00:00Z',
      recurrence: 'day',
    })
    const [next] = (await client.read(id)).occurrences
    api.passMinutes(1)
    const { body } = await client.move(next.id, { to: new Date(Date.parse(next.to) + 1) })
    expect(body.occurrence).toMatchObject({ id: next.id, moved: true })
    expect((await client.read(id)).occurrences[0]).toEqual(body.occurrence)
  })
})
