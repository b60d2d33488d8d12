import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

let api: TestApi
/** The same without a mail server. */
let mute: TestApi
beforeAll(async () => {
  api = await openTestApi({ smtpUrl: 'smtp://192.0.66.9' })
  mute = await openTestApi()
})
afterAll(async () => {
  await api.close()
  await mute.close()
})
beforeEach(async () => {
  for (const each of [api, mute]) {
    await each.db.query({ text: 'update people set email = null' })
    await each.db.query({ text: 'delete from monitors' })
    await each.hearAgents()
    each.passMinutes(2)
  }
})

interface Alerting {
  readonly alerts: { readonly reachesNobody: boolean }
}

let made = 0
async function create(alerts: object = {}, at = api, key = at.key) {
  made += 1
  const body = { url: `https://reach-${made}.example`, alerts }
  const answer = await at.ask('POST', '/api/v1/monitors', { body, key })
  expect([answer.body.error, answer.status]).toEqual([undefined, 201])
  return answer.body.monitor
}
const read = async (id: string, at = api) =>
  (await at.ask('GET', `/api/v1/monitors/${id}`)).body.monitor
async function reached(id: string, at = api): Promise<boolean> {
  // The workspace as a whole is asked otherwise, and comes to the same.
  const { monitors } = (await at.ask('GET', '/api/v1/monitors')).body
  const unheard = monitors.filter(({ alerts }: Alerting) => alerts.reachesNobody)
  const { reachingNobody } = (await at.ask('GET', '/api/v1/overview')).body
  expect(reachingNobody).toBe(unheard.length)
  return !(await read(id, at)).alerts.reachesNobody
}
const setEmail = (role: string, at = api) =>
  at.db.query(
    {
      text: `update people set email = $1 where id in (select person_id from memberships where role = $2)`,
    },
    [`${role}@example.com`, role],
  )

async function addContact(fields: object, at = api): Promise<string> {
  made += 1
  const body = { name: `Contact ${made}`, ...fields }
  const answer = await at.ask('POST', '/api/v1/alerting/contacts', { body })
  expect([answer.body.error, answer.status]).toEqual([undefined, 201])
  return (answer.body.contact ?? answer.body).id
}

describe('a monitor whose alerts reach nobody', () => {
  it('says so from its creation on, alone and in a list, until somebody has an address', async () => {
    const editor = await api.keyOf('editor')
    const ours = await create()
    const theirs = await create({}, api, editor)
    expect([ours.alerts.reachesNobody, theirs.alerts.reachesNobody]).toEqual([true, true])
    const { monitors } = (await api.ask('GET', '/api/v1/monitors')).body
    expect(monitors.map(({ alerts }: Alerting) => alerts.reachesNobody)).toEqual([true, true])

    await setEmail('editor')
    expect([await reached(ours.id), await reached(theirs.id)]).toEqual([false, true])
    // Who made it left: the owners are told, who have no address either.
    await api.db.query({ text: `delete from memberships where role = 'editor'` })
    expect(await reached(theirs.id)).toBe(false)
    await setEmail('owner')
    expect([await reached(ours.id), await reached(theirs.id)]).toEqual([true, true])
  })

  it('says so of contacts and teams by what can be sent to them', async () => {
    const contactIds = [await addContact({ slackUrl: 'https://hooks.slack.example/x' }, mute)]
    const mailed = [await addContact({ email: 'a@example.com' }, mute)]
    expect(await reached((await create({ contactIds }, mute)).id, mute)).toBe(true)
    // Without SMTP_URL no mail leaves.
    expect(await reached((await create({ contactIds: mailed }, mute)).id, mute)).toBe(false)
    await setEmail('owner', mute)
    expect(await reached((await create({}, mute)).id, mute)).toBe(false)

    const body = { name: 'On call', contactIds }
    const team = (await mute.ask('POST', '/api/v1/alerting/teams', { body })).body
    const teamIds = [(team.team ?? team).id]
    expect(await reached((await create({ teamIds }, mute)).id, mute)).toBe(true)
    // A team's later steps are told too, where nobody of the first can be.
    const escalation = [{ afterMinutes: 10, memberIds: [], contactIds }]
    const late = (
      await mute.ask('POST', '/api/v1/alerting/teams', {
        body: { name: 'Later', contactIds: mailed, escalation },
      })
    ).body
    const lateIds = [(late.team ?? late).id]
    expect(await reached((await create({ teamIds: lateIds }, mute)).id, mute)).toBe(true)
    expect(
      await reached(
        (await create({ contactIds: [await addContact({ email: 'b@example.com' })] })).id,
      ),
    ).toBe(true)
  })

  it('takes back what it said, and keeps it out of what is stored', async () => {
    const { id, alerts } = await create()
    const path = `/api/v1/monitors/${id}`
    const sent = { ...alerts, onDegraded: true, reachesNobody: false }
    const back = await api.ask('PATCH', path, { body: { alerts: sent } })
    expect([back.body.error, back.status]).toEqual([undefined, 200])
    expect(back.body.monitor.alerts).toEqual({ ...sent, reachesNobody: true })
    const again = await create({ ...alerts, reachesNobody: false })
    expect(again.alerts.reachesNobody).toBe(true)
    const { rows } = await api.db.query({
      text: `select from monitors where alerts ? 'reachesNobody'`,
    })
    expect(rows).toHaveLength(0)
    const paused = await api.ask('POST', `${path}/pause`)
    expect(paused.body.monitor.alerts.reachesNobody).toBe(true)
  })

  it('says so of mail addresses that are not confirmed, where that is asked for', async () => {
    const strict = await openTestApi({ smtpUrl: 'smtp://192.0.66.9', confirmContacts: true })
    try {
      await strict.hearAgents()
      const email = 'someone@example.com'
      const { id } = await create({ contactIds: [await addContact({ email }, strict)] }, strict)
      expect(await reached(id, strict)).toBe(false)
      await strict.db.query({ text: 'update contacts set email_confirmed_at = now()' })
      expect(await reached(id, strict)).toBe(true)
      await strict.db.query({ text: 'update contacts set email_confirmed_at = null' })
      const own = await create(
        { contactIds: [await addContact({ email: 'viewer@example.com' }, strict)] },
        strict,
      )
      expect(await reached(own.id, strict)).toBe(false)
      // Who signs in with an address reads it.
      await strict.keyOf('viewer')
      await setEmail('viewer', strict)
      expect(await reached(own.id, strict)).toBe(true)
    } finally {
      await strict.close()
    }
  })

  it('says so when no browser of its contact takes notifications any more', async () => {
    const keys = {
      p256dh:
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    }
    const browsers = [{ name: 'Phone', endpoint: 'https://push.example/1', keys }]
    const { id } = await create({ contactIds: [await addContact({ browsers })] })
    expect(await reached(id)).toBe(true)
    await api.db.query({
      text: `update contacts set addresses = jsonb_set(addresses, '{push,subscriptions}', 'null')
        where addresses ? 'push'`,
    })
    expect(await reached(id)).toBe(false)
  })
})
