import { randomBytes } from 'node:crypto'
import { createAddressGuard, parseAddressRange } from '@sightline/shared/address'
import { createLogger } from '@sightline/shared/logger'
import { createNameResolver } from '@sightline/shared/name-resolution'
import { ensureInstallation } from '../../controller/src/accounts/installation.ts'
import type { AlertEvent } from '../../controller/src/alerting/outbox/alert-event.ts'
import { createPushIdentity } from '../../controller/src/alerting/channels/push/identity.ts'
import { announce, announceEnds } from '../../controller/src/alerting/outbox/announce.ts'
import type { Addresses } from '../../controller/src/alerting/contacts/contact-addresses.ts'
import { sealAddresses } from '../../controller/src/alerting/contacts/contact-addresses.ts'
import type { AlertView } from '../../controller/src/alerting/delivery/read-alerts.ts'
import { readAlerts } from '../../controller/src/alerting/delivery/read-alerts.ts'
import { insertContact } from '../../controller/src/db/contacts.ts'
import type { EscalationStepRow } from '../../controller/src/db/teams.ts'
import { insertTeam } from '../../controller/src/db/teams.ts'
import { openResultDays } from '../../controller/src/db/partitions.ts'
import type { JobName } from '../../controller/src/db/jobs.ts'
import { readInstallation } from '../../controller/src/db/installation.ts'
import type { Database } from '../../controller/src/db/pool.ts'
import type { JobParts } from '../../controller/src/job-list.ts'
import { JOB_TASKS } from '../../controller/src/job-list.ts'
import { createOnDemandDesk } from '../../controller/src/on-demand/desk.ts'
import { createOpenWork } from '../../controller/src/on-demand/open-work.ts'
import { HEARTBEAT_WORDS } from '../../controller/src/operation/call-heartbeat.ts'
import { createTroubleLog } from '../../controller/src/process/trouble-log.ts'
import { newPublicId } from '../../controller/src/secrets/random-id.ts'
import { fixedKeys } from '../../controller/src/secrets/secret-keys.ts'
import { USUAL_RETENTION } from '../../controller/src/reports/rollups/retention.ts'
import { createSecretBox } from '../../controller/src/secrets/secret-box.ts'
import { insertMonitors } from './rows.ts'
import { openTestDatabase } from './test-database.ts'

/** A monitor of a test. */
export interface AlertedMonitor {
  readonly id: number
  readonly publicId: string
}

/** Alerting on a database of its own. Jobs run when the test says so, in the order and at the times
 *  of the test's clock. */
export interface AlertingTest {
  readonly db: Database
  readonly parts: JobParts
  readonly clock: { nowMs: number }
  readonly workspaceId: number
  /** Id of the owner, who has the address owner@example.com. */
  readonly ownerId: string
  readonly addMonitor: (fields?: {
    /** Of another workspace than the first. */
    workspaceId?: number
    alerts?: object
    dependsOn?: readonly string[]
    name?: string
  }) => Promise<AlertedMonitor>
  readonly addContact: (addresses: Addresses, name?: string) => Promise<string>
  readonly addTeam: (fields: {
    memberIds?: readonly string[]
    contactIds?: readonly string[]
    escalation?: readonly EscalationStepRow[]
  }) => Promise<string>
  readonly addMember: (email: string | null, workspaceId?: number) => Promise<string>
  /** Adds another workspace. */
  readonly addWorkspace: () => Promise<number>
  /** Opens an outage at the clock's time and announces it. @returns its id */
  readonly goDown: (monitor: AlertedMonitor, event?: Partial<AlertEvent>) => Promise<string>
  readonly comeUp: (
    monitor: AlertedMonitor,
    outageId: string,
    event?: Partial<AlertEvent>,
  ) => Promise<void>
  /** Ends an outage by what is no recovery: nobody is told. */
  readonly endQuietly: (
    monitor: AlertedMonitor,
    outageId: string,
    status: 'paused' | 'maintenance' | 'unknown',
  ) => Promise<void>
  readonly announce: (
    event: Partial<AlertEvent> & Pick<AlertEvent, 'kind' | 'monitorId'>,
  ) => Promise<void>
  /** Runs every job that is due, and those that they add, until none is. */
  readonly run: (names?: readonly JobName[]) => Promise<void>
  /** Moves the clock, running what becomes due on the way at its own time. */
  readonly pass: (minutes: number) => Promise<void>
  readonly setState: (monitor: AlertedMonitor, columns: object) => Promise<void>
  /** Everything that was planned, oldest first. */
  readonly alerts: () => Promise<AlertView[]>
  readonly close: () => Promise<void>
}

interface DueJob {
  readonly id: number
  readonly name: JobName
  readonly payload: unknown
  readonly runAtMs: number
}

const PUBLIC_URL = 'https://monitor.example.com'
const MAIL_FROM = 'Sightline <alerts@sightline.example>'

/** @param options.allow a CIDR range that may be reached although it is private */
export async function openAlertingTest(
  options: { smtpUrl?: string; allow?: string; confirmsOwnContacts?: boolean } = {},
): Promise<AlertingTest> {
  const { db, close } = await openTestDatabase()
  const log = createLogger('test', 'fatal')
  const clock = { nowMs: Date.parse('2026-03-10T12:00:00.000Z') }
  const now = (): number => clock.nowMs
  await ensureInstallation(db, { plan: 'unlimited', now: new Date(clock.nowMs) })
  const installation = await readInstallation(db)
  if (installation === null) throw new Error('the database was not set up')
  const { workspaceId, personId } = installation
  const owner = await db.query<{ publicId: string }>(
    {
      text: `update people set email = 'owner@example.com', name = 'Olga' where id = $1
        returning public_id as "publicId"`,
    },
    [personId],
  )
  const range = options.allow === undefined ? null : parseAddressRange(options.allow)
  const secrets = createSecretBox(fixedKeys([randomBytes(32)]))
  const parts: JobParts = {
    db,
    resultDays: await openResultDays(db, log),
    pruneRequestLimits: async () => undefined,
    desk: createOnDemandDesk({ db, sessions: new Map(), work: createOpenWork(), now, log }),
    guard: createAddressGuard(range === null ? [] : [range]),
    resolver: createNameResolver({ servers: ['127.0.0.1:1'] }),
    secrets,
    smtpUrl: options.smtpUrl ?? null,
    mailFrom: MAIL_FROM,
    push: createPushIdentity({ db, secrets, publicUrl: () => PUBLIC_URL, mailFrom: MAIL_FROM }),
    publicUrl: PUBLIC_URL,
    confirmsOwnContacts: options.confirmsOwnContacts ?? false,
    heartbeatUrl: null,
    heartbeatTrouble: createTroubleLog(log, HEARTBEAT_WORDS),
    crawlRetentionDays: 90,
    retention: USUAL_RETENTION,
    log,
    now,
  }

  const publish: AlertingTest['announce'] = (event) =>
    announce(db, [
      {
        outageId: null,
        atMs: clock.nowMs,
        sinceMs: clock.nowMs,
        cause: null,
        reason: null,
        regions: ['eu-west', 'us-east'],
        isDigested: false,
        ...event,
      },
    ])

  const setState: AlertingTest['setState'] = async (monitor, columns) => {
    await db.query(
      {
        text: `update monitor_states set (status, status_since, in_maintenance, flapping, decision) = (
            select status, status_since, in_maintenance, flapping, decision
            from jsonb_populate_record(null::monitor_states, to_jsonb(monitor_states) || $2))
          where monitor_id = $1`,
      },
      [monitor.id, JSON.stringify(columns)],
    )
  }

  /** Ends an outage at the clock's time. @returns when it began, UNIX ms */
  async function end(outageId: string, monitor: AlertedMonitor, status: string): Promise<number> {
    const at = new Date(clock.nowMs)
    const { rows } = await db.query<{ startedAt: Date }>(
      {
        text: `with changed as (
            insert into state_changes (monitor_id, at, status) values ($3, $2, $4)
          ) update outages set ended_at = $2 where public_id = $1
            returning started_at as "startedAt"`,
      },
      [outageId, at, monitor.id, status],
    )
    await setState(monitor, { status, status_since: at })
    await announceEnds(db, [outageId])
    return rows[0]?.startedAt.getTime() ?? 0
  }

  /** Takes the next job as a worker would: of those that are due the one that is due longest. */
  async function nextJob(names: readonly JobName[] | null): Promise<DueJob | undefined> {
    const { rows } = await db.query<DueJob>(
      {
        text: `delete from graphile_worker._private_jobs where id = (
            select j.id from graphile_worker._private_jobs j
            join graphile_worker._private_tasks t on t.id = j.task_id
            where j.run_at <= to_timestamp($1::float8 / 1000)
              and ($2::text[] is null or t.identifier = any($2))
            order by j.run_at, j.id limit 1)
          returning id, payload, extract(epoch from run_at)::float8 * 1000 as "runAtMs",
            (select identifier from graphile_worker._private_tasks t where t.id = task_id) as name`,
      },
      [clock.nowMs, names],
    )
    return rows[0]
  }

  async function run(names: readonly JobName[] | null = null): Promise<void> {
    for (let job = await nextJob(names); job !== undefined; job = await nextJob(names)) {
      await JOB_TASKS[job.name].run(parts, job.payload)
    }
  }

  // Jobs without a time are due by the database's clock, which is ahead of the test's.
  await db.query({
    text: `create function at_test_time() returns trigger language plpgsql as $$
        begin
          if new.run_at > now() - interval '1 minute' then new.run_at := '2026-03-10T12:00:00Z'; end if;
          return new;
        end
      $$`,
  })
  await db.query({
    text: `create trigger at_test_time before insert or update of run_at on graphile_worker._private_jobs
        for each row execute function at_test_time()`,
  })

  return {
    db,
    parts,
    clock,
    workspaceId,
    ownerId: owner.rows[0]?.publicId ?? '',
    async addMonitor(fields = {}) {
      const [id = 0] = await insertMonitors(db, fields.workspaceId ?? workspaceId, {
        status: 'up',
      })
      const { rows } = await db.query<{ publicId: string }>(
        {
          text: `update monitors set alerts = $2, depends_on = $3, name = $4 where id = $1
            returning public_id as "publicId"`,
        },
        [
          id,
          JSON.stringify(fields.alerts ?? {}),
          fields.dependsOn ?? [],
          fields.name ?? 'Home page',
        ],
      )
      return { id, publicId: rows[0]?.publicId ?? '' }
    },
    async addContact(addresses, name = newPublicId('ctc')) {
      const publicId = newPublicId('ctc')
      const createdAt = new Date(clock.nowMs)
      const stored = sealAddresses(secrets, { workspaceId, id: publicId }, addresses)
      await insertContact(db, { publicId, workspaceId, name, addresses: stored, createdAt })
      return publicId
    },
    async addTeam({ memberIds = [], contactIds = [], escalation = [] }) {
      const publicId = newPublicId('team')
      const createdAt = new Date(clock.nowMs)
      const team = { publicId, name: publicId, memberIds, contactIds, escalation, createdAt }
      await insertTeam(db, workspaceId, team)
      return publicId
    },
    async addMember(email, ofWorkspace = workspaceId) {
      const publicId = newPublicId('psn')
      await db.query(
        {
          text: `with person as (
              insert into people (public_id, name, email) values ($1, 'Mia', $2) returning id
            ) insert into memberships (workspace_id, person_id, role) select $3, id, 'viewer' from person`,
        },
        [publicId, email, ofWorkspace],
      )
      return publicId
    },
    async addWorkspace() {
      const { rows } = await db.query<{ id: number }>({
        text: `insert into workspaces (public_id, name, plan, created_at)
          values ('wsp_other', 'Other', 'free', now()) returning id`,
      })
      return rows[0]?.id ?? 0
    },
    async goDown(monitor, event = {}) {
      const outageId = newPublicId('out')
      const at = new Date(clock.nowMs)
      await db.query(
        {
          text: `insert into outages (public_id, monitor_id, started_at, confirmed_at, scope, regions,
              cause, summary) values ($1, $2, $3, $3, 'global', '{eu-west,us-east}', 'connectionRefused',
              'The connection is refused.')`,
        },
        [outageId, monitor.id, at],
      )
      await setState(monitor, { status: 'down', status_since: at })
      await publish({
        kind: 'down',
        monitorId: monitor.id,
        outageId,
        cause: 'connectionRefused',
        reason: 'The connection is refused.',
        ...event,
      })
      return outageId
    },
    async comeUp(monitor, outageId, event = {}) {
      const sinceMs = await end(outageId, monitor, 'up')
      await publish({ kind: 'up', monitorId: monitor.id, outageId, sinceMs, ...event })
    },
    async endQuietly(monitor, outageId, status) {
      await end(outageId, monitor, status)
    },
    announce: publish,
    run: (names) => run(names ?? null),
    async pass(minutes) {
      const endMs = clock.nowMs + minutes * 60_000
      for (;;) {
        await run()
        const { rows } = await db.query<{ nextMs: number | null }>({
          text: `select extract(epoch from min(run_at))::float8 * 1000 as "nextMs"
            from graphile_worker._private_jobs`,
        })
        const nextMs = rows[0]?.nextMs ?? Infinity
        clock.nowMs = Math.min(nextMs, endMs)
        if (nextMs > endMs) return
      }
    },
    setState,
    async alerts() {
      const query = {
        monitorId: null,
        channels: null,
        kinds: null,
        states: null,
        from: null,
        to: null,
        limit: 1_000,
        offset: 0,
      }
      return (await readAlerts(db, workspaceId, query)).alerts.toReversed()
    },
    close,
  }
}
