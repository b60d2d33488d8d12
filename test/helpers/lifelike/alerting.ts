import type { Database } from '../../../controller/src/db/pool.ts'
import type { Ask } from './ask.ts'

const HOUR_MS = 3_600_000

const ADD_ALERTS = `
  insert into alerts (public_id, workspace_id, monitor_id, monitor_public_id, monitor_name, outage_id, kind, channel,
    recipient_type, recipient_id, recipient_name, delivery_key, state, suppressed_by, attempts, title, text, message,
    event, created_at, sent_at)
  select 'alr_' || substr(md5(o.public_id || who.name || told.kind), 1, 20), $1, m.id, m.public_id, m.name, o.public_id,
    told.kind, who.channel, 'contact', who.name, who.name, md5(o.public_id || who.name || told.kind),
    case when who.channel = 'webhook' and told.kind = 'up' then 'suppressed' else 'sent' end,
    case when who.channel = 'webhook' and told.kind = 'up' then 'preference' end, 1,
    m.name || case told.kind when 'down' then ' is down' else ' is up again' end, o.summary, '{}', '{}',
    told.at, case when who.channel = 'webhook' and told.kind = 'up' then null else told.at + interval '1 second' end
  from outages o join monitors m on m.id = o.monitor_id
  cross join (values ('On call', 'email'), ('#operations', 'ntfy'), ('Incident bot', 'webhook')) as who (name, channel)
  cross join lateral (values ('down', o.confirmed_at), ('up', o.ended_at)) as told (kind, at)
  where told.at is not null and o.scope = 'global'`

const TELL_TEAM = `
  update monitors set alerts = jsonb_set(alerts, '{teamIds}', jsonb_build_array($1::text))`

/** Contacts, teams, maintenance, and what was told of the outages. */
export async function fillAlerting(
  db: Database,
  ask: Ask,
  { workspaceId }: { workspaceId: number; outageId: string },
): Promise<void> {
  const idOf = async (path: string, body: object, name: string): Promise<string> => {
    const answer = (await ask('POST', path, body)) as Record<string, { id: string }>
    return answer[name]?.id ?? ''
  }
  const contact = (body: object) => idOf('/api/v1/alerting/contacts', body, 'contact')
  // Nothing is sent: what is told of is laid into the database.
  const onCall = await contact({ name: 'On call', email: 'oncall@alderfinch.com' })
  const operations = await contact({
    name: '#operations',
    ntfyUrl: 'http://127.0.0.1:9/operations',
  })
  await contact({ name: 'Incident bot', webhookUrl: 'http://127.0.0.1:9/incidents' })
  const team = await idOf(
    '/api/v1/alerting/teams',
    {
      name: 'Shop reliability',
      contactIds: [operations],
      escalation: [
        { afterMinutes: 10, contactIds: [onCall], memberIds: [] },
        { afterMinutes: 30, contactIds: [onCall, operations], memberIds: [] },
      ],
    },
    'team',
  )
  // Of all monitors but one, of which the overview says that nobody is told.
  await db.query({ text: TELL_TEAM }, [team])
  await fillMaintenance(ask)
  await db.query({ text: ADD_ALERTS }, [workspaceId])
}

async function fillMaintenance(ask: Ask): Promise<void> {
  const at = (hours: number): string =>
    new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + hours * HOUR_MS).toISOString()
  const plan = (description: string, from: number, hours: number, more: object) =>
    ask('POST', '/api/v1/maintenance', {
      description,
      from: at(from),
      to: at(from + hours),
      ...more,
    })
  const { monitors } = (await ask('GET', '/api/v1/monitors?per=100')) as {
    monitors: readonly { id: string; name: string }[]
  }
  const ids = (...names: readonly string[]): string[] =>
    monitors.filter(({ name }) => names.includes(name)).map(({ id }) => id)
  await plan('Database failover drill', 6, 2, { monitorIds: ids('Primary database', 'Orders API') })
  await plan('Weekly index rebuild', 30, 1, {
    monitorIds: ids('Product search'),
    recurrence: 'week',
    timezone: 'Europe/Amsterdam',
  })
  await plan('Certificates of the portal', 75, 1, { monitorIds: ids('Supplier portal') })
}
