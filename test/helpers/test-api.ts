import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { createAddressGuard, parseAddressRange } from '@sightline/shared/address'
import type { Logger } from '@sightline/shared/logger'
import { createLogger } from '@sightline/shared/logger'
import type { Resolution } from '@sightline/shared/name-resolution'
import { ensureInstallation } from '../../controller/src/accounts/installation.ts'
import { createRoleKey, createUnlinkedKey } from '../../controller/src/accounts/keys.ts'
import type { PlanTier } from '../../controller/src/accounts/plans.ts'
import type { Role } from '../../controller/src/accounts/roles.ts'
import type { OidcSettings } from '../../controller/src/accounts/sign-in/oidc.ts'
import { createSignInSecrets } from '../../controller/src/accounts/sign-in/sign-in-secrets.ts'
import { setPlan } from '../../controller/src/accounts/workspaces.ts'
import type { Api } from '../../controller/src/api/api-types.ts'
import { createApi } from '../../controller/src/api/app.ts'
import { insertAgentToken, insertRegion } from '../../controller/src/db/agent-tokens.ts'
import { findAgentToken, upsertAgent } from '../../controller/src/db/agents.ts'
import { listenForNotifications } from '../../controller/src/db/notifications.ts'
import type { Database } from '../../controller/src/db/pool.ts'
import { openDatabase } from '../../controller/src/db/pool.ts'
import type { FrontLimits } from '../../controller/src/limits/front-limits.ts'
import { createFrontLimits } from '../../controller/src/limits/front-limits.ts'
import type { LiveHub } from '../../controller/src/live/live-hub.ts'
import { createLiveHub } from '../../controller/src/live/live-hub.ts'
import { createOnDemandDesk } from '../../controller/src/on-demand/desk.ts'
import { createOpenWork } from '../../controller/src/on-demand/open-work.ts'
import type { Metrics } from '../../controller/src/metrics/open-metrics.ts'
import type { Sessions } from '../../controller/src/sessions/agent-session.ts'
import type { ReportAccess } from '../../controller/src/field-data/chrome-ux-report.ts'
import type { SecretKeys } from '../../controller/src/secrets/secret-keys.ts'
import { fixedKeys } from '../../controller/src/secrets/secret-keys.ts'
import { createSecretBox } from '../../controller/src/secrets/secret-box.ts'
import { openTestDatabase } from './test-database.ts'
import type { WorkAnswer } from './worker-session.ts'
import { workerSession } from './worker-session.ts'

/** An answer as tests look at it. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Parsed JSON; the text where it is none. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

/** The API on a database of its own, asked without a socket. Time stands still at `clock.now`. */
export interface TestApi {
  readonly app: Api
  readonly db: Database
  readonly limitsDb: Database
  readonly clock: { now: Date }
  readonly live: LiveHub
  /** All controllers on one database have the same. */
  readonly keys: SecretKeys
  /** Key of the owner. */
  readonly key: string
  readonly signUpToken: string
  /** What a name resolves to; names that are not there resolve to 192.0.66.1 (a public address). */
  readonly names: Map<string, Resolution>
  /** Asks with the owner's key unless told otherwise; each call comes from an address of its own. */
  readonly ask: (
    method: string,
    url: string,
    options?: {
      body?: unknown
      key?: string | null
      headers?: Record<string, string>
      ip?: string
      payload?: string | Buffer
    },
  ) => Promise<Answer>
  readonly keyOf: (role: Role) => Promise<string>
  readonly unlinkedKey: () => Promise<string>
  readonly setPlan: (plan: PlanTier) => Promise<void>
  /** Makes a location known; with an agent it is available. */
  readonly addRegion: (
    code: string,
    withAgent: boolean,
    capabilities?: readonly string[],
  ) => Promise<void>
  /** Lets the agents of a location do work on demand. */
  readonly answerWork: (
    region: string,
    capabilities: readonly string[],
    answer: (kind: string, input: unknown) => WorkAnswer,
  ) => void
  /** Every agent was heard just now: one that is silent for 15 s of real time counts as lost. */
  readonly hearAgents: () => Promise<void>
  /** Lets the windows of all limits pass. */
  readonly passMinutes: (minutes: number) => void
  readonly close: () => Promise<void>
}

function openBeside(url: string, log: Logger) {
  const db = openDatabase(url, log)
  return { db, url, close: () => db.close() }
}

const PUBLIC_ADDRESS = '192.0.66.1'

export async function openTestApi(
  options: {
    plan?: PlanTier
    regions?: boolean
    trustProxy?: boolean
    confirmContacts?: boolean
    smtpUrl?: string
    /** The identity provider. */
    oidc?: OidcSettings
    publicUrl?: string
    /** That the app was built into. */
    appFolder?: string
    /** A CIDR range that may be reached although it is private. */
    allow?: string
    /** Where field data is asked for. */
    fieldData?: ReportAccess
    frontLimits?: FrontLimits
    isDraining?: () => boolean
    /** Metrics behind a token, counting answers too. */
    metrics?: { readonly token: string; readonly opened: Metrics }
    /** Listens to the database, as a controller does: what people follow is told. */
    listens?: boolean
    /** Another controller on the database of this one. */
    beside?: TestApi
  } = {},
): Promise<TestApi> {
  const log = createLogger('test', 'fatal')
  const { db, url, close } =
    options.beside === undefined ? await openTestDatabase() : openBeside(options.beside.db.url, log)
  const limitsDb = openDatabase(url, log, { synchronousCommit: false })
  const allowed = options.allow === undefined ? null : parseAddressRange(options.allow)
  const clock = options.beside?.clock ?? { now: new Date('2026-03-10T12:00:00.000Z') }
  const names = new Map<string, Resolution>()
  const installation = await ensureInstallation(db, {
    plan: options.plan ?? 'unlimited',
    now: clock.now,
  })
  const { key, signUpToken } =
    options.beside ??
    (installation.created
      ? { key: installation.apiKey, signUpToken: installation.signUpToken }
      : { key: '', signUpToken: '' })
  if (key === '') throw new Error('the database was not empty')
  const keys = options.beside?.keys ?? fixedKeys([randomBytes(32)])
  const secrets = createSecretBox(keys)
  const sessions: Sessions = new Map()
  const work = createOpenWork()
  const desk = createOnDemandDesk({ db, sessions, work, now: () => clock.now.getTime(), log })
  const live = createLiveHub({ db, now: () => clock.now.getTime(), log })
  const nothing = (): void => undefined
  const listener =
    options.listens === true
      ? await listenForNotifications(
          url,
          {
            monitorsChanged: nothing,
            agentsChanged: nothing,
            workAdded: nothing,
            workDone: desk.workDone,
            keysChanged: live.letGo,
            liveChanged: live.heard,
            resumed: live.resumed,
            moved: nothing,
          },
          log,
        )
      : null
  const app = await createApi({
    db,
    desk,
    live,
    limitsDb,
    frontLimits: options.frontLimits ?? createFrontLimits(),
    config: {
      SIGHTLINE_TRUST_PROXY: options.trustProxy ?? false,
      SIGHTLINE_CONFIRM_CONTACTS: options.confirmContacts ?? false,
      SIGHTLINE_PUBLIC_URL: options.publicUrl,
    },
    log,
    guard: createAddressGuard(allowed === null ? [] : [allowed]),
    resolver: {
      resolve: async (host) =>
        names.get(host) ?? {
          ok: true,
          addresses: [isIP(host) === 0 ? PUBLIC_ADDRESS : host],
          ms: 1,
        },
      mailExchangers: async () => ({ ok: true, hosts: ['mx.example.com'], ms: 1 }),
      aliased: async () => null,
      hostnames: async () => [],
      servers: () => [],
    },
    secrets,
    signInSecrets: createSignInSecrets(keys),
    oidc: options.oidc ?? null,
    appFolder: options.appFolder ?? null,
    fieldData: options.fieldData ?? null,
    agentAddress: () => ({ address: 'controller.test:8081', note: null }),
    smtpUrl: options.smtpUrl ?? null,
    mailFrom: 'Sightline <alerts@sightline.example>',
    requestAnswered: options.metrics?.opened.observers.requestAnswered ?? null,
    metrics:
      options.metrics === undefined
        ? null
        : { token: options.metrics.token, read: options.metrics.opened.read },
    isDraining: options.isDraining ?? (() => false),
    now: () => clock.now,
  })
  let calls = 0

  async function addRegion(
    code: string,
    withAgent: boolean,
    capabilities: readonly string[] = ['web'],
  ): Promise<void> {
    await insertRegion(db, code, clock.now)
    if (!withAgent) return
    const tokenHash = randomBytes(32)
    await insertAgentToken(db, {
      publicId: `tok_${code}`,
      name: code,
      region: code,
      tokenHash,
      createdAt: clock.now,
    })
    const token = await findAgentToken(db, tokenHash)
    if (token === null) throw new Error('the token is not there')
    await upsertAgent(db, {
      publicId: `agt_${code}`,
      tokenId: token.id,
      region: code,
      hostname: 'test',
      softwareVersion: '0.0.0',
      capabilities,
      certificateName: null,
      settingsVersion: 1,
      controllerId: 'test',
      runId: 'run',
    })
  }

  if (options.regions !== false && options.beside === undefined) await addRegion('eu-west', true)
  return {
    app,
    db,
    limitsDb,
    clock,
    names,
    live,
    keys,
    key,
    signUpToken,
    async ask(method, path, asked = {}) {
      calls += 1
      const sent = asked.key === undefined ? key : asked.key
      const response = await app.inject({
        method,
        url: path,
        remoteAddress: asked.ip ?? `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`,
        headers: {
          ...(sent === null ? {} : { 'x-api-key': sent }),
          ...(asked.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...asked.headers,
        },
        ...(asked.body === undefined ? {} : { payload: JSON.stringify(asked.body) }),
        ...(asked.payload === undefined ? {} : { payload: asked.payload }),
      })
      const isJson = String(response.headers['content-type']).startsWith('application/json')
      return {
        status: response.statusCode,
        headers: response.headers as Record<string, string | undefined>,
        body: isJson && response.body !== '' ? response.json() : response.body,
      }
    },
    keyOf: async (role) => (await createRoleKey(db, { role, name: role, now: clock.now })).key,
    unlinkedKey: async () => (await createUnlinkedKey(db, { name: 'old', now: clock.now })).key,
    async setPlan(plan) {
      await setPlan(db, { plan })
    },
    addRegion,
    answerWork(region, capabilities, answer) {
      const session = workerSession(work, { region, capabilities, answer })
      sessions.set(session.agentId, session)
    },
    async hearAgents() {
      await db.query({ text: 'update agents set last_seen_at = now()' })
    },
    passMinutes(minutes) {
      clock.now = new Date(clock.now.getTime() + minutes * 60_000)
    },
    async close() {
      live.stop()
      await app.close()
      await listener?.stop()
      await limitsDb.close()
      await close()
    },
  }
}
