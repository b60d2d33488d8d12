import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import type { UsualTimes } from '../../../controller/src/diagnosis/facts.ts'
import { diagnose } from '../../../controller/src/diagnosis/diagnose.ts'
import { diagnoseTarget, factsOf, OUTAGE_AT_MS } from '../../helpers/diagnosis.ts'
import { listen, serveRaw } from '../../helpers/listen.ts'
import { startNameServer } from '../../helpers/name-server.ts'

/** A week of good checks that took no time at all. */
const usual: UsualTimes[] = ['eu-west', 'us-east'].map((region) => ({
  region,
  checks: 500,
  dnsMs: 4,
  connectMs: 5,
  tlsMs: 9,
  firstByteMs: 20,
  downloadMs: 3,
}))

const serve = async (listener: RequestListener): Promise<number> => listen(createServer(listener))

test('a server that takes the request and stays silent', async () => {
  const port = await serveRaw(() => {})
  const { analysis } = await diagnoseTarget(
    { type: 'web', url: `http://127.0.0.1:${port}/`, options: { timeoutMs: 500 } },
    { usual },
  )
  expect(analysis.verdict).toMatchObject({ cause: 'timeout', category: 'performance' })
  expect(analysis.verdict.explanation).toMatch(/the service is there and does not answer\.$/)
})

test('name resolution that uses up the time', async () => {
  const servers = [await startNameServer({ 'shop.test': { a: ['127.0.0.1'], afterMs: 500 } })]
  const port = await serveRaw(() => {})
  const target = { type: 'web', url: `http://shop.test:${port}/` } as const
  const { votes, gathered } = await diagnoseTarget({
    ...target,
    options: { timeoutMs: 1_000, servers },
  })
  expect(votes[0]).toMatchObject({ cause: 'timeout', phase: 'firstByte' })
  const facts = factsOf(target, votes, { usual, gathered })
  const limited = { ...facts, monitor: { ...facts.monitor, timeoutMs: 1_000 } }
  const { verdict } = diagnose(limited, OUTAGE_AT_MS)
  expect(verdict).toMatchObject({ cause: 'slowDns', category: 'performance' })
  expect(verdict.explanation).toMatch(/name resolution took .* in eu-west where 4 ms is usual/)
})

test('a download that does not end, where it began as ever', async () => {
  const port = await serve((_, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('the beginning')
  })
  const { analysis, votes } = await diagnoseTarget(
    { type: 'web', url: `http://127.0.0.1:${port}/`, options: { timeoutMs: 600 } },
    { usual: usual.map((each) => ({ ...each, firstByteMs: 200 })) },
  )
  expect(votes[0]).toMatchObject({ cause: 'timeout', phase: 'download' })
  expect(analysis.verdict).toMatchObject({ cause: 'slowDownload', category: 'performance' })
})

test('an answer that is right but slow', async () => {
  const port = await serve((_, response) => setTimeout(() => response.end('hello'), 400))
  const { analysis, votes } = await diagnoseTarget(
    {
      type: 'web',
      url: `http://127.0.0.1:${port}/`,
      settings: { maxResponseMs: 100 },
    },
    { usual },
  )
  expect(votes[0]).toMatchObject({ status: 'degraded', cause: 'slowServer' })
  expect(analysis.verdict).toMatchObject({ cause: 'slowServer', category: 'performance' })
  expect(analysis.verdict.explanation).toMatch(
    /the wait for the first byte took .* where 20 ms is usual/,
  )
})

// Here the checks are real and their times are written; test/e2e/causes.test.ts has targets that really
// are so slow.
test.for([
  ['slowConnect', 'connectMs'],
  ['slowTls', 'tlsMs'],
] as const)('%s', async ([cause, phase]) => {
  const port = await serveRaw(() => {})
  const target = { type: 'web', url: `http://127.0.0.1:${port}/` } as const
  const { votes } = await diagnoseTarget({ ...target, options: { timeoutMs: 300 } })
  const slow = votes.map((vote) => ({ ...vote, timings: { ...vote.timings, [phase]: 2_400 } }))
  const { verdict } = diagnose(factsOf(target, slow, { usual }), OUTAGE_AT_MS)
  expect(verdict).toMatchObject({ cause, category: 'performance' })
})
