import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../helpers/eventually.ts'
import type { AgentCall } from '../../helpers/fake-controller.ts'
import { startFakeController } from '../../helpers/fake-controller.ts'
import { listen } from '../../helpers/listen.ts'
import { startAgent } from './agent-program.ts'

async function startWorker(environment: Record<string, string> = {}): Promise<AgentCall> {
  const controller = await startFakeController()
  onTestFinished(controller.stop)
  startAgent(controller.address, { environment })
  return controller.call(0)
}

/** Asks for an analysis. @returns its result, or why there is none */
async function analyse(
  call: AgentCall,
  input: { name: string; url: string; isBare?: boolean; options?: Record<string, unknown> },
): Promise<{ result: Record<string, unknown> } | { code: string; message: string }> {
  const id = `wrk_${Math.random()}`
  const inputJson = JSON.stringify({ isBare: false, options: {}, ...input })
  call.say({
    case: 'work',
    value: {
      id,
      timeoutMs: 10_000,
      work: { case: 'json', value: { kind: 'analysis', inputJson } },
    },
  })
  const ofItem = () => call.said('work').filter((update) => update.id === id)
  const last = await eventually(() => ofItem().find(({ update }) => update.case !== 'chunk'))
  if (last.update.case === 'error') {
    const { code, message } = last.update.value
    return { code, message }
  }
  const parts = ofItem().flatMap(({ update }) => (update.case === 'chunk' ? [update.value] : []))
  return { result: JSON.parse(Buffer.concat(parts).toString('utf8')) as Record<string, unknown> }
}

test('a page is fetched, analysed in a thread, and its result comes in parts', async () => {
  const call = await startWorker()
  const html = `<!doctype html><title>T</title><p>${'wörter '.repeat(200_000)}`
  const port = await listen(
    createServer((request, response) => {
      if (request.url === '/') response.writeHead(302, { location: '/page' }).end()
      else response.setHeader('content-type', 'text/html; charset=utf-8').end(html)
    }),
  )
  const url = `http://127.0.0.1:${port}/`
  const answer = await analyse(call, { name: 'raw-html', url })
  expect(answer).toMatchObject({
    result: {
      url,
      fetchedUrl: `${url}page`,
      statusCode: 200,
      charset: 'utf-8',
      redirects: 1,
      truncated: false,
      bytes: Buffer.byteLength(html),
    },
  })
  expect('result' in answer && answer.result['html'] === html).toBe(true)
})

test('what cannot be fetched is refused with its reason', async () => {
  const call = await startWorker()
  const toPrivate = createServer((_, response) => {
    response.writeHead(302, { location: 'http://10.1.2.3/' }).end()
  })
  const silent = createServer((request) => request.socket.destroy())
  const [blocked, cut] = await Promise.all([listen(toPrivate), listen(silent)])
  const of = (url: string) => analyse(call, { name: 'raw-html', url })
  expect(await of(`http://127.0.0.1:${blocked}/`)).toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('10.1.2.3'),
  })
  expect(await of('http://192.168.0.1/')).toMatchObject({ code: 'forbidden' })
  expect(await of(`http://127.0.0.1:${cut}/`)).toMatchObject({ code: 'upstreamFailed' })
  expect(await of('http://127.0.0.1:1/')).toMatchObject({
    code: 'upstreamFailed',
    message: expect.stringContaining('refused'),
  })
  expect(await analyse(call, { name: 'fortune', url: 'http://127.0.0.1/' })).toMatchObject({
    code: 'badRequest',
  })
})

test('a bare host is asked over http when https cannot be reached', async () => {
  const call = await startWorker()
  const port = await listen(createServer((_, response) => response.end('plain')))
  const url = `https://127.0.0.1:${port}/`
  const bare = await analyse(call, { name: 'raw-html', url, isBare: true })
  expect(bare).toMatchObject({ result: { url: url.replace('https', 'http'), html: 'plain' } })
  expect(await analyse(call, { name: 'raw-html', url })).toMatchObject({ code: 'upstreamFailed' })
})

test('resources of a page are listed in a thread and asked for by the agent', async () => {
  const call = await startWorker()
  const html = '<link rel=stylesheet href=a.css><script src=gone.js></script><img src=a.css#x>'
  const port = await listen(
    createServer(({ url }, response) => {
      if (url === '/') response.setHeader('content-type', 'text/html').end(html)
      else if (url === '/a.css') response.setHeader('content-length', 3).end('b{}')
      else response.writeHead(404).end()
    }),
  )
  const answer = await analyse(call, { name: 'resources', url: `http://127.0.0.1:${port}/` })
  expect(answer).toMatchObject({
    result: {
      counts: { total: 2, stylesheets: 1, scripts: 1, images: 0, broken: 1 },
      totalBytes: 3,
      truncated: false,
      resources: [
        { type: 'stylesheet', statusCode: 200, size: 3, renderBlocking: true },
        { type: 'script', statusCode: 404 },
      ],
    },
  })
})

test('security headers and timings are judged of a page over http', async () => {
  const call = await startWorker()
  const port = await listen(createServer((_, response) => response.end('<title>x</title>')))
  const url = `http://127.0.0.1:${port}/`
  expect(await analyse(call, { name: 'security-headers', url })).toMatchObject({
    result: { grade: 'F', https: { enabled: false }, tests: { cors: { pass: true } } },
  })
  expect(await analyse(call, { name: 'page-timing', url })).toMatchObject({
    result: { protocol: 'h1', timings: { tlsMs: null }, transferSize: 16 },
  })
})

test('readiness for AI is told by an agent without a browser and without a resolver', async () => {
  const call = await startWorker({ SIGHTLINE_CHROME: 'none', SIGHTLINE_DOH_URL: 'none' })
  const files: Record<string, string> = {
    '/': '<!doctype html><title>Shop</title><h2>What is a spade?</h2>',
    '/robots.txt': 'User-agent: GPTBot\nDisallow: /\n',
    '/llms.txt': '# Shop',
  }
  const port = await listen(
    createServer(({ url = '' }, response) => {
      const text = files[url]
      response.setHeader('content-type', url === '/' ? 'text/html' : 'text/plain')
      response.writeHead(text === undefined ? 404 : 200).end(text)
    }),
  )
  const answer = await analyse(call, { name: 'ai-readiness', url: `http://127.0.0.1:${port}/` })
  expect(answer).toMatchObject({
    result: {
      agentReadiness: {
        score: 19,
        passed: 3,
        checks: {
          discoverability: { robotsTxt: true, dnsAid: false },
          content: { llmsTxt: true },
          botAccess: { aiBotRulesInRobots: true },
        },
      },
      aiSearchReadiness: {
        renderGap: {
          checked: false,
          reason: 'The browser is switched off on this agent (SIGHTLINE_CHROME=none).',
          rawWordCount: 4,
        },
        answerEngine: { questionHeadings: 1 },
      },
    },
  })
})
