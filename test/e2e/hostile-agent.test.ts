import { MONITOR_TYPES } from '@sightline/shared/check-words'
import { DiagnosisOutput, EVIDENCE_SHAPES } from '@sightline/shared/diagnosis'
import type { ConnectResponse } from '@sightline/shared/gen/probe/v1/agent_pb'
import { CheckStatus, FailureSource, Lane } from '@sightline/shared/gen/probe/v1/result_pb'
import type { WorkItem } from '@sightline/shared/gen/probe/v1/work_pb'
import { PROTOCOL_VERSIONS } from '@sightline/shared/protocol'
import { SETTINGS_VERSION } from '@sightline/shared/monitor-types/since'
import { TracerouteOutput } from '@sightline/shared/traceroute'
import { UptimeCheckOutput } from '@sightline/shared/uptime-check'
import { afterAll, describe, expect, it } from 'vitest'
import { createAgentToken } from '../../controller/src/agents/tokens.ts'
import { freePort } from '../helpers/free-port.ts'
import { useAppInstallation } from '../helpers/app-installation.ts'
import { OWNER } from '../helpers/app-owner.ts'
import { CHROME } from '../helpers/browser.ts'
import { eventually } from '../helpers/eventually.ts'
import { hostileValue, MARKUP } from '../helpers/hostile-value.ts'
import { catchMail } from '../helpers/mail-catcher.ts'
import { slotBefore } from '../helpers/slots.ts'
import type { SyntheticAgent } from '../helpers/synthetic-agent.ts'
import { openStream } from '../helpers/synthetic-agent.ts'

const REGION = 'eu-west'
const PATIENCE_MS = 90_000

/** Elements made of markup, and whether a script of it ran. */
const FROM_MARKUP = `[window.owned,
  ...document.querySelectorAll('img[src="x"], [onerror], main b, main script')].map(String)`
const IS_CALM = `document.querySelector('[aria-label="Loading"], .animate-pulse, .animate-spin') === null`

const FAILURE = {
  source: FailureSource.TARGET,
  phase: 'firstByte',
  cause: 'serverError',
  message: `The server answered 500. ${MARKUP}`,
}

/** What checks of all types tell beside their outcome, and what none of ours does. */
const DETAILS = JSON.stringify({
  tls: { issuer: MARKUP, subject: MARKUP, expiresAt: '2030-01-01T00:00:00.000Z', protocol: MARKUP },
  redirects: [{ url: `javascript:window.owned=1//${MARKUP}`, statusCode: 301 }],
  headers: { [MARKUP]: MARKUP, server: MARKUP, location: MARKUP },
  rcode: MARKUP,
  answers: [MARKUP],
  resolver: MARKUP,
  banner: MARKUP,
  capabilities: [MARKUP],
  consoleErrors: [MARKUP],
  [MARKUP]: { [MARKUP]: [MARKUP] },
})

/** What is answered to each kind of work: as bad as its schema lets it be. */
const OUTPUTS: Readonly<Record<string, () => unknown>> = {
  diagnose: () => ({
    ...(hostileValue(DiagnosisOutput) as object),
    evidence: Object.fromEntries(
      Object.entries(EVIDENCE_SHAPES).map(([piece, shape]) => [piece, hostileValue(shape)]),
    ),
  }),
  traceroute: () => hostileValue(TracerouteOutput),
  uptimeCheck: () => hostileCheck(),
  monitorTest: () => hostileCheck(),
}

function hostileCheck(): object {
  const failure = {
    source: 'target',
    phase: 'connect',
    cause: 'connectionRefused',
    message: MARKUP,
  }
  return { ...(hostileValue(UptimeCheckOutput) as object), status: 'down', failure }
}

/** Fails every check, and puts markup into every text that it may send. */
interface HostileAgent {
  readonly agent: SyntheticAgent
  /** Sends what a slot of the monitor came to: a failure, or a good check with as bad details. */
  readonly check: (monitorId: number, isGood: boolean) => void
  /** Tells from now on that it is not well, in these words; none: that it is. */
  readonly isIll: (words: string) => void
}

async function openHostileAgent(grpc: string, token: string): Promise<HostileAgent> {
  const agent = openStream(grpc, token)
  let sequence = 0n

  function sendResult(key: {
    monitorId: number
    scheduledAtMs: bigint
    startedAtMs: bigint
    attempt?: number
    confirmation?: boolean
    isGood?: boolean
  }): void {
    const { isGood = false, ...rest } = key
    sequence += 1n
    const told = isGood
      ? { status: CheckStatus.UP, statusCode: 200, responseMs: 12 }
      : { status: CheckStatus.DOWN, statusCode: 500, failure: FAILURE }
    const result = { ...rest, ...told, sequence, durationMs: 20, ip: MARKUP, detailsJson: DETAILS }
    agent.say({ case: 'results', value: { lane: Lane.LIVE, results: [result] } })
  }

  function work({ id, work: asked }: WorkItem): void {
    if (asked.case === 'recheck') {
      const { monitorId, scheduledAtMs, attempt } = asked.value
      const startedAtMs = BigInt(Date.now())
      sendResult({ monitorId, scheduledAtMs, startedAtMs, attempt, confirmation: true })
      return
    }
    const output = OUTPUTS[asked.value?.kind ?? '']
    const update =
      output === undefined
        ? ({ case: 'error', value: { code: 'unusableTarget', message: MARKUP } } as const)
        : ({ case: 'outputJson', value: JSON.stringify(output()) } as const)
    agent.say({ case: 'work', value: { id, update } })
  }

  agent.say({
    case: 'hello',
    value: {
      protocolVersion: PROTOCOL_VERSIONS.lowest,
      highestProtocolVersion: PROTOCOL_VERSIONS.highest,
      settingsVersion: SETTINGS_VERSION,
      region: REGION,
      softwareVersion: MARKUP,
      hostname: MARKUP,
      runId: MARKUP,
      capabilities: [...MONITOR_TYPES, 'analysis', 'browser', 'diagnose', 'traceroute', MARKUP],
    },
  })
  await agent.next('welcome')
  let trouble = ''
  const beating = setInterval(() => beat(agent, trouble), BEAT_MS)
  beat(agent, trouble)
  void agent.ended.then(() => clearInterval(beating))
  agent.call.on('data', ({ message }: ConnectResponse) => {
    if (message.case === 'work') work(message.value)
  })
  return {
    agent,
    check(monitorId, isGood) {
      const slotMs = slotBefore(monitorId, REGION, Date.now() - (isGood ? 60_000 : 0))
      // Late in its slot: what was checked before the monitor was there has no say.
      const startedAtMs = BigInt(isGood ? slotMs : Date.now())
      sendResult({ monitorId, scheduledAtMs: BigInt(slotMs), startedAtMs, isGood })
    },
    isIll(words) {
      trouble = words
      beat(agent, words)
    },
  }
}

/** How often it says how it is; silent for 15 s it would count as lost. */
const BEAT_MS = 2_000

function beat(agent: SyntheticAgent, selfTestError: string): void {
  const now = BigInt(Date.now())
  const clock = { agentTimeMs: now, echoControllerTimeMs: now, echoReceivedAtMs: now }
  const selfTestPassed = selfTestError === ''
  agent.say({
    case: 'heartbeat',
    value: { ...clock, coveredThroughMs: now, selfTestPassed, selfTestError, selfTestsPassed: 3 },
  })
}

describe.skipIf(CHROME.missing !== null)('what an agent says that puts markup everywhere', () => {
  let smtpPort = 0
  const app = useAppInstallation({
    hasAgent: false,
    async environment() {
      smtpPort = await freePort()
      return { SMTP_URL: `smtp://127.0.0.1:${smtpPort}` }
    },
  })
  let hostile: HostileAgent
  let monitorId = ''
  let outageId = ''

  afterAll(() => hostile?.agent.close())

  it('is told as text by mail', async () => {
    const mail = await catchMail(smtpPort)
    const { db } = app.fleet
    const { token } = await createAgentToken(db, { region: REGION, name: 'lying', now: new Date() })
    hostile = await openHostileAgent((await app.fleet.place('first')).grpc, token)
    const query = async <Row>(text: string): Promise<Row | undefined> =>
      (await db.query<Row & object>({ text })).rows[0]
    await eventually(
      () => query('select from agents where covered_through is not null'),
      PATIENCE_MS,
    )
    const made = await app.call('POST', '/api/v1/monitors', {
      url: 'http://127.0.0.1:9/',
      name: 'Shop',
      intervalMinutes: 1,
      regions: [REGION],
      confirmation: { retries: 0 },
    })
    monitorId = made.body.monitor.id
    // It has been there for a while: slots of before count.
    const { rows } = await db.query<{ id: number }>(
      {
        text: `update monitors set created_at = now() - interval '1 day', grid_since = now() - interval '1 day'
          where public_id = $1 returning id`,
      },
      [monitorId],
    )
    const number = rows[0]?.id ?? 0
    await eventually(() => hostile.agent.assignments.has(number), PATIENCE_MS)
    hostile.check(number, true)
    await hostile.agent.next('resultAck')
    hostile.check(number, false)
    // Diagnosed with what the agent gathered: markup is in more than the failure's own sentence.
    const outage = await eventually(
      () =>
        query<{ id: string }>(`select public_id as id from outages
          where jsonb_path_exists(analysis, '$.analysis.evidence[*] ? (@.kind == "page")')`),
      PATIENCE_MS,
    )
    outageId = outage.id

    const toOwner = () => mail.mails.filter(({ to }) => to.includes(OWNER.email))
    await eventually(() => toOwner().length > 0, PATIENCE_MS)
    const source = toOwner().map(unquoted).join('\n')
    expect(source).toContain('&lt;img src=x')
    // In its plain part markup is text; what a program shows as HTML begins with its tag.
    expect(source.slice(source.search(/<html|<!doctype/i))).not.toContain('<img src=x')
  })

  it('is told as text in the app', async () => {
    hostile.isIll(MARKUP)
    const visit = await app.browser.visit(app.url, { cookie: app.cookie })
    const { page, see, complaints } = visit
    for (const path of [
      '/',
      '/monitors',
      `/monitors/${monitorId}`,
      '/outages',
      `/outages/${outageId}`,
      '/agents',
    ]) {
      await page.goto(new URL(path, app.url).href)
      await page.waitForSelector('h1')
      await page.waitForFunction(IS_CALM)
      // A test that never sees what was sent proves nothing.
      await see(MARKUP)
      expect([path, await page.evaluate(FROM_MARKUP)]).toEqual([path, ['undefined']])
    }
    expect(complaints).toEqual([])
  })

  it('is told as text when somebody tries a monitor', async () => {
    hostile.isIll('')
    const { page, see, type, press } = await app.browser.visit(`${app.url}/monitors/new`, {
      cookie: app.cookie,
    })
    await type('Address', 'http://127.0.0.1:9/other')
    await press('Test now')
    await see(MARKUP)
    expect(await page.evaluate(FROM_MARKUP)).toEqual(['undefined'])
  })
})

const unquoted = ({ source }: { source: string }): string =>
  source
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
