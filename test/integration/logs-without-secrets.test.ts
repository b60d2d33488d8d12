import { createServer } from 'node:http'
import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { createAgentToken } from '../../controller/src/agents/tokens.ts'
import type { ControllerReady } from '../../controller/src/supervisor/ready-message.ts'
import { eventually } from '../helpers/eventually.ts'
import { listen } from '../helpers/listen.ts'
import { spawnProgram, startProgram } from '../helpers/program.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'
import { openTestDatabase } from '../helpers/test-database.ts'

/** One that no other text holds by chance. */
const newSecret = (): string => `s${randomBytes(12).toString('hex')}`

const EVERYTHING = { LOG_LEVEL: 'trace' }

test('what is done with secrets leaves none of them in the log of a controller or an agent', async () => {
  const { db, url: databaseUrl, close } = await openTestDatabase()
  onTestFinished(close)
  const folder = temporaryFolder()
  const secrets = {
    mail: newSecret(),
    metrics: newSecret(),
    password: newSecret(),
    header: newSecret(),
    webhook: newSecret(),
    slack: newSecret(),
    inUrl: newSecret(),
    wrongKey: `sl_live_${newSecret()}`,
    wrongToken: `sla_${newSecret()}`,
  }
  const controller = await startProgram<ControllerReady>('controller/src/main.ts', [], {
    ...EVERYTHING,
    DATABASE_URL: databaseUrl,
    PORT: '0',
    SIGHTLINE_GRPC_PORT: '0',
    SIGHTLINE_DATA_DIR: `${folder}/controller`,
    SIGHTLINE_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
    SIGHTLINE_METRICS_TOKEN: secrets.metrics,
    SMTP_URL: `smtp://me:${secrets.mail}@127.0.0.1:9`,
  })
  onTestFinished(async () => void (await controller.stop()))
  const { token } = await createAgentToken(db, { region: 'lab', name: 'lab', now: new Date() })
  const agentWith = (itsToken: string, name: string) =>
    spawnProgram(
      'agent/src/main.ts',
      ['--region', 'lab', '--controller', controller.ready.grpc, '--data-dir', `${folder}/${name}`],
      {
        ...EVERYTHING,
        SIGHTLINE_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
        SIGHTLINE_CHROME: 'none',
        SIGHTLINE_AGENT_TOKEN: itsToken,
      },
    )
  const agent = agentWith(token, 'right')
  const refused = agentWith(secrets.wrongToken, 'wrong')
  onTestFinished(async () => void (await Promise.all([agent.stop(), refused.stop()])))

  const apiKey = controller.ready.firstRun?.apiKey ?? ''
  const call = async (method: string, path: string, body?: object, key = apiKey) => {
    const response = await fetch(controller.ready.url + path, {
      method,
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return {
      status: response.status,
      id: response.headers.get('x-request-id') ?? '',
      body: await response.json(),
    }
  }
  let sentAuthorization = ''
  const page = createServer((request, response) => {
    sentAuthorization = request.headers.authorization ?? sentAuthorization
    response.writeHead(500).end('no')
  })
  const site = `http://127.0.0.1:${await listen(page)}/`
  await eventually(() => agent.output().includes('"connected"'), 60_000)
  await eventually(() => refused.output().includes('refuses this agent'), 60_000)

  const settings = {
    auth: { kind: 'basic', username: 'me', password: secrets.password },
    headers: { 'x-secret-header': secrets.header },
  }
  const made = await call('POST', '/api/v1/monitors', {
    url: site,
    regions: ['lab'],
    intervalMinutes: 1,
    settings,
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  expect(
    (await call('POST', '/api/v1/monitors/test', { url: site, regions: ['lab'], settings })).status,
  ).toBe(200)
  const contact = await call('POST', '/api/v1/alerting/contacts', {
    name: 'On call',
    webhookUrl: `http://127.0.0.1:9/${secrets.inUrl}`,
    webhookSecret: secrets.webhook,
    slackUrl: `http://127.0.0.1:9/services/${secrets.slack}`,
  })
  expect(contact.status, JSON.stringify(contact.body)).toBe(201)
  const { id } = (contact.body as { contact: { id: string } }).contact
  await call('POST', `/api/v1/alerting/contacts/${id}/test`)
  expect((await call('GET', '/api/v1/monitors', undefined, secrets.wrongKey)).status).toBe(401)
  const analysed = await call('GET', `/api/v1/meta-tags?url=${encodeURIComponent(site)}`)
  await eventually(() => sentAuthorization !== '')

  // One search follows a call to its work, another that work over both programs.
  const lines = controller.output().split('\n')
  const asked = lines.find(
    (line) => line.includes(analysed.id) && line.includes('an agent is asked'),
  )
  expect(JSON.parse(asked ?? '{}')).toMatchObject({ request: analysed.id, kind: 'analysis' })
  await agent.stop()
  const written = [controller, agent, refused].map(({ output }) => output()).join('\n')
  const all = { ...secrets, apiKey, token, basic: sentAuthorization.replace('Basic ', '') }
  for (const [name, secret] of Object.entries(all)) {
    expect([name, secret.length > 8, written.includes(secret)]).toEqual([name, true, false])
  }
})
