import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { createAgentToken } from '../../controller/src/agents/tokens.ts'
import type { ControllerReady } from '../../controller/src/supervisor/ready-message.ts'
import { eventually } from '../helpers/eventually.ts'
import { listen } from '../helpers/listen.ts'
import { startProgram } from '../helpers/program.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'
import { openTestDatabase } from '../helpers/test-database.ts'

/** A span as OTLP writes it. */
interface SentSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly name: string
  /** Of the program that sent it. */
  readonly service: string
}

interface Sent {
  readonly resourceSpans: {
    readonly resource: { readonly attributes: { key: string; value: { stringValue?: string } }[] }
    readonly scopeSpans: { readonly spans: Omit<SentSpan, 'service'>[] }[]
  }[]
}

function spansOf(body: string): SentSpan[] {
  return (JSON.parse(body) as Sent).resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const name = resource.attributes.find(({ key }) => key === 'service.name')
    const service = name?.value.stringValue ?? ''
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, service })))
  })
}

/** Somebody who takes traces by OTLP over HTTP. */
async function startCollector(): Promise<{ url: string; bodies: string[] }> {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(body)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  const url = `http://127.0.0.1:${await listen(server)}`
  return { url, bodies }
}

/** A controller and an agent that send their traces somewhere, and a page. */
async function startTraced(endpoint: string, more: Readonly<Record<string, string>> = {}) {
  const { db, url: databaseUrl, close } = await openTestDatabase()
  onTestFinished(close)
  const folder = temporaryFolder()
  const own = {
    SIGHTLINE_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
    SIGHTLINE_CHROME: 'none',
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    ...more,
  }
  const controller = await startProgram<ControllerReady>('controller/src/main.ts', [], {
    ...own,
    DATABASE_URL: databaseUrl,
    PORT: '0',
    SIGHTLINE_GRPC_PORT: '0',
    SIGHTLINE_DATA_DIR: `${folder}/controller`,
  })
  const { token } = await createAgentToken(db, { region: 'lab', name: 'lab', now: new Date() })
  const place = ['--region', 'lab', '--controller', controller.ready.grpc]
  const agent = await startProgram('agent/src/main.ts', [...place, '--data-dir', `${folder}/a`], {
    ...own,
    SIGHTLINE_AGENT_TOKEN: token,
  })
  let isStopped = false
  const stop = async (): Promise<void> => {
    if (isStopped) return
    isStopped = true
    await agent.stop()
    await controller.stop()
  }
  onTestFinished(stop)
  const page = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Page</title><p>Words')
  })
  const site = `http://127.0.0.1:${await listen(page)}/`
  const apiKey = controller.ready.firstRun?.apiKey ?? ''
  /** @returns the status of an analysis of the page */
  const analyse = async (headers: Record<string, string> = {}): Promise<number> => {
    const url = new URL('/api/v1/meta-tags', controller.ready.url)
    url.searchParams.set('url', site)
    const { status } = await fetch(url, { headers: { 'x-api-key': apiKey, ...headers } })
    return status
  }
  await eventually(async () => {
    const { rows } = await db.query<{ count: number }>({
      text: 'select count(*)::integer as count from agents',
    })
    return rows[0]?.count === 1
  })
  const watch = async (url: string): Promise<void> => {
    const { status } = await fetch(new URL('/api/v1/monitors', controller.ready.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
      body: JSON.stringify({ url, regions: ['lab'], intervalMinutes: 1 }),
    })
    expect(status).toBe(201)
  }
  return { analyse, watch, stop, secrets: [apiKey, token], controller }
}

test('one call is one trace, from who asked to what the agent fetched', async () => {
  const collector = await startCollector()
  const { analyse, stop, secrets } = await startTraced(collector.url)
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  expect(await analyse({ traceparent: `00-${traceId}-b7ad6b7169203331-01` })).toBe(200)
  await stop()
  const spans = collector.bodies.flatMap(spansOf)
  const ofCall = spans.filter((span) => span.traceId === traceId)
  const named = (name: string): SentSpan | undefined => ofCall.find((span) => span.name === name)
  const server = named('GET /api/v1/meta-tags')
  const asked = named('ask an agent: analysis')
  const done = named('do analysis')
  expect([server?.service, server?.parentSpanId]).toEqual([
    'sightline-controller',
    'b7ad6b7169203331',
  ])
  expect(asked?.parentSpanId).toBe(server?.spanId)
  expect([done?.service, done?.parentSpanId]).toEqual(['sightline-agent', asked?.spanId])
  expect(named('fetch')?.parentSpanId).toBe(done?.spanId)
  for (const phase of ['connect', 'first byte', 'download']) {
    expect([phase, named(phase)?.parentSpanId]).toEqual([phase, named('fetch')?.spanId])
  }
  // Its address needs no name to be resolved, and no TLS.
  expect([named('dns'), named('tls')]).toEqual([undefined, undefined])
  expect(ofCall.map(({ name }) => name)).toContain('query the database')
  const everything = collector.bodies.join('\n')
  for (const secret of secrets) expect(everything).not.toContain(secret)
})

test('nobody waits for somebody who takes no traces, and the log says so once', async () => {
  const { analyse, stop, controller } = await startTraced('http://127.0.0.1:9')
  const told = (): number =>
    controller.output().split('traces are not taken where they are sent').length - 1
  expect(await analyse()).toBe(200)
  await eventually(() => told() > 0, 60_000)
  expect(await analyse()).toBe(200)
  await stop()
  expect(told()).toBe(1)
  expect(controller.output()).toContain('"reason":"connect ECONNREFUSED 127.0.0.1:9"')
})

test('checks, what is decided on them and what that leads to are traced where a share of them is to be', async () => {
  const collector = await startCollector()
  const { watch, stop } = await startTraced(collector.url, { SIGHTLINE_TRACED_CHECKS: '1' })
  await watch('http://127.0.0.1:9/')
  const sent = (): SentSpan[] => collector.bodies.flatMap(spansOf)
  const again = await eventually(() => sent().find(({ name }) => name === 'do recheck'), 120_000)
  const alert = await eventually(
    () => sent().find(({ name }) => name === 'deliver alerts'),
    120_000,
  )
  await stop()
  const spans = sent()
  const above = (span: SentSpan | undefined): SentSpan | undefined =>
    spans.find(({ spanId }) => spanId === span?.parentSpanId)
  const check = spans.find(({ name }) => name === 'check')
  expect([check?.service, above(check)]).toEqual(['sightline-agent', undefined])
  // What stores a result refers to its check, whose trace is another.
  const checks = new Set(spans.flatMap(({ name, spanId }) => (name === 'check' ? [spanId] : [])))
  const linked = spans.flatMap(({ name, links = [] }) => (name === 'commit results' ? links : []))
  expect(linked.length).toBeGreaterThan(0)
  for (const { spanId } of linked) expect(checks).toContain(spanId)
  expect(linked.map(({ spanId }) => spanId)).toContain(check?.spanId)
  expect(spans.some((span) => span.name === 'connect' && above(span)?.name === 'check')).toBe(true)
  expect([again.service, above(again)?.name]).toEqual(['sightline-agent', 'decide'])
  expect(above(above(again))?.name).toBe('commit results')
  const checkedAgain = spans.find(({ parentSpanId }) => parentSpanId === again.spanId)
  expect(checkedAgain?.name).toBe('check')
  expect([alert.service, above(alert)]).toEqual(['sightline-controller', undefined])
})
