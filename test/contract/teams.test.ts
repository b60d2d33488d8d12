import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TeamList, TeamObject } from '../../controller/src/api/schemas/team.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

const PATH = '/api/v1/alerting/teams'

let api: TestApi
let contactId: string
let memberId: string
beforeAll(async () => {
  api = await openTestApi()
  const contact = await api.ask('POST', '/api/v1/alerting/contacts', {
    body: { name: 'On call', email: 'on@example.com' },
  })
  contactId = contact.body.contact.id
  const { rows } = await api.db.query<{ id: string }>({
    text: 'select public_id as id from people order by id limit 1',
  })
  memberId = rows[0]?.id ?? ''
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.query({ text: 'delete from teams' })
  await api.db.query({ text: 'delete from request_bursts' })
})

let made = 0
const create = (body: object, key?: string) => {
  made += 1
  return api.ask('POST', PATH, {
    body: { name: `Team ${made}`, ...body },
    ...(key === undefined ? {} : { key }),
  })
}
const change = (id: string, body: object) => api.ask('PATCH', `${PATH}/${id}`, { body })
const step = (afterMinutes: number) => ({ afterMinutes, memberIds: [], contactIds: [contactId] })

describe('creating a team', () => {
  it('keeps every field, steps in the order of their time', async () => {
    const { status, body } = await create({
      name: 'Shop',
      memberIds: [memberId, memberId],
      contactIds: [contactId],
      escalation: [step(30), { afterMinutes: 5, memberIds: [memberId] }],
    })
    expect(status).toBe(201)
    expect(body.team).toEqual({
      id: expect.stringMatching(/^team_[A-Za-z0-9]{20}$/),
      name: 'Shop',
      memberIds: [memberId],
      contactIds: [contactId],
      escalation: [{ afterMinutes: 5, memberIds: [memberId], contactIds: [] }, step(30)],
      createdAt: '2026-03-10T12:00:00.000Z',
    })
    expect(body.usage).toMatchObject({ tier: 'unlimited' })
    expect(TeamObject.strict().safeParse(body.team).success).toBe(true)
    expect((await api.ask('GET', `${PATH}/${body.team.id}`)).body.team).toEqual(body.team)
  })

  it('needs a name only', async () => {
    const { body } = await create({})
    expect(body.team).toMatchObject({ memberIds: [], contactIds: [], escalation: [] })
  })

  it.each([
    [{ name: '' }, 'The field "name" is ""'],
    [{ name: 'x'.repeat(101) }, 'at most 100 characters'],
    [
      { memberIds: ['psn_unknown'] },
      'The field "memberIds" names "psn_unknown": there is no such member',
    ],
    [
      { contactIds: ['ctc_unknown'] },
      'The field "contactIds" names "ctc_unknown": there is no such alert contact',
    ],
    [{ contactIds: null }, 'The field "contactIds" is null'],
    [
      { escalation: [{ afterMinutes: 5 }] },
      'The field "escalation[0]" is an object: it must name somebody',
    ],
    [{ escalation: [{ afterMinutes: 0, contactIds: ['x'] }] }, 'must be at least 1'],
    [{ escalation: [{ afterMinutes: 10_081, contactIds: ['x'] }] }, 'must be at most 10080'],
    [
      { escalation: [{ afterMinutes: 1.5, contactIds: ['x'] }] },
      '"escalation[0].afterMinutes" is 1.5',
    ],
    [
      { escalation: [{ afterMinutes: 5, contactIds: ['ctc_unknown'] }] },
      'The field "escalation[0].contactIds" names "ctc_unknown"',
    ],
    [
      {
        escalation: [
          { afterMinutes: 5, contactIds: ['x'] },
          { afterMinutes: 5, contactIds: ['x'] },
        ],
      },
      'must have steps with different afterMinutes',
    ],
    [
      {
        escalation: Array.from({ length: 21 }, (_, n) => ({
          afterMinutes: n + 1,
          contactIds: ['x'],
        })),
      },
      'at most 20 entries',
    ],
    [{ members: [] }, 'Unknown field "members"'],
  ])('refuses %j', async (body, why) => {
    const answer = await create(body)
    expect(answer.status).toBe(400)
    expect(answer.body.error).toContain(why)
  })

  it('takes a name once, in any case, and ends at 100', async () => {
    await create({ name: 'Shop' })
    expect((await create({ name: 'SHOP' })).status).toBe(409)
    await api.db.query({
      text: `insert into teams (public_id, workspace_id, name, member_ids, contact_ids, escalation, created_at)
        select 'team_x' || n, (select owner_workspace_id from installation), 'x' || n, '{}', '{}', '[]', now()
        from generate_series(1, 98) n`,
    })
    const answers = await Promise.all([create({}), create({}), create({})])
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      201, 409, 409,
    ])
  })
})

describe('reading, changing and deleting teams', () => {
  it('pages through them, newest first', async () => {
    for (const name of ['a', 'b', 'c']) {
      await create({ name })
      api.clock.now = new Date(api.clock.now.getTime() + 1_000)
    }
    const { body } = await api.ask('GET', `${PATH}?page=1&per=2`)
    expect(TeamList.strict().safeParse(body).success).toBe(true)
    expect(body).toMatchObject({ total: 3, page: 1, per: 2 })
    expect(body.teams.map((team: { name: string }) => team.name)).toEqual(['c', 'b'])
  })

  it('changes what is sent', async () => {
    const { body } = await create({ contactIds: [contactId], escalation: [step(5)] })
    const { id } = body.team
    const changed = await change(id, { name: 'Nights', escalation: [] })
    expect(changed.body.team).toEqual({ ...body.team, name: 'Nights', escalation: [] })
    expect((await change(id, { contactIds: ['ctc_x'] })).status).toBe(400)
    await create({ name: 'Taken' })
    expect((await change(id, { name: 'TAKEN' })).status).toBe(409)
    expect((await change(id, {})).body.team).toEqual(changed.body.team)
  })

  it('takes a deleted team out of monitors', async () => {
    const { body } = await create({ contactIds: [contactId] })
    const monitor = await api.ask('POST', '/api/v1/monitors', {
      body: { url: 'https://teams.example', alerts: { teamIds: [body.team.id] } },
    })
    expect(monitor.body.monitor.alerts).toMatchObject({ memberIds: [], teamIds: [body.team.id] })
    const answer = await api.ask('DELETE', `${PATH}/${body.team.id}`)
    expect(answer.body).toMatchObject({ deleted: true, id: body.team.id })
    const after = await api.ask('GET', `/api/v1/monitors/${monitor.body.monitor.id}`)
    expect(after.body.monitor.alerts.teamIds).toEqual([])
    const naming = await api.ask('PATCH', `/api/v1/monitors/${monitor.body.monitor.id}`, {
      body: { alerts: { teamIds: [body.team.id] } },
    })
    expect(naming.status).toBe(400)
    expect(naming.body.error).toContain('there is no such alert team')
  })

  it.each(['membership', 'person'])('loses a member whose %s goes', async (what) => {
    const key = await api.keyOf('viewer')
    expect(key).toBeDefined()
    const { rows } = await api.db.query<{ id: string }>({
      text: `select public_id as id from people order by people.id desc limit 1`,
    })
    const goner = rows[0]?.id ?? ''
    const { body } = await create({
      memberIds: [memberId, goner],
      escalation: [{ afterMinutes: 5, memberIds: [goner] }],
    })
    const monitor = await api.ask('POST', '/api/v1/monitors', {
      body: { url: `https://goner-${what}.example`, alerts: { memberIds: [goner, memberId] } },
    })
    const text =
      what === 'person'
        ? 'delete from people where public_id = $1'
        : 'delete from memberships where person_id = (select id from people where public_id = $1)'
    await api.db.query({ text }, [goner])
    const team = await api.ask('GET', `${PATH}/${body.team.id}`)
    expect(team.body.team).toMatchObject({ memberIds: [memberId], escalation: [] })
    const after = await api.ask('GET', `/api/v1/monitors/${monitor.body.monitor.id}`)
    expect(after.body.monitor.alerts.memberIds).toEqual([memberId])
  })

  it.each(['team_unknown', 'nonsense', '%00'])('knows no team %s', async (id) => {
    expect((await api.ask('GET', `${PATH}/${id}`)).status).toBe(404)
    expect((await api.ask('DELETE', `${PATH}/${id}`)).status).toBe(404)
    expect((await change(id, { name: 'x' })).status).toBe(404)
  })

  it('is for those who see monitoring, changing for those who manage it', async () => {
    const viewer = await api.keyOf('viewer')
    expect((await api.ask('GET', PATH, { key: viewer })).status).toBe(200)
    expect((await create({}, viewer)).status).toBe(403)
    expect((await api.ask('GET', PATH, { key: null })).status).toBe(401)
    expect((await api.ask('PUT', PATH)).status).toBe(405)
  })
})
