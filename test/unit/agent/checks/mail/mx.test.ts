import { expect, test } from 'vitest'
import { mailChecker } from '../../../../../agent/src/checks/mail.ts'
import type { MailNames } from '../../../../helpers/mail-server.ts'
import { serveMail, serveMailNames } from '../../../../helpers/mail-server.ts'
import type { CheckerOptions } from '../../../../helpers/run-checker.ts'
import { runChecker } from '../../../../helpers/run-checker.ts'

const serve = () =>
  serveMail({
    greeting: '220 m',
    replies: { EHLO: '250 m', QUIT: { text: '221', after: 'close' } },
  })

/** Runs a check of the mail servers of example.org. */
async function check(names: MailNames, options: CheckerOptions & { port?: number } = {}) {
  const server = await serve()
  const { port = server.port, ...others } = options
  const servers = [await serveMailNames(names)]
  const url = `smtp://example.org:${port}`
  const outcome = await runChecker(mailChecker, url, { resolveMx: true }, { servers, ...others })
  return { outcome, heard: server.heard }
}

test('the most preferred mail server is spoken to', async () => {
  const { outcome } = await check({
    'example.org': { a: ['127.0.0.9'], mx: ['mx1.example.org', 'mx2.example.org'] },
    'mx1.example.org': { a: ['127.0.0.1'] },
  })
  expect(outcome).toMatchObject({
    status: 'up',
    ip: '127.0.0.1',
    details: {
      mx: [
        { host: 'mx1.example.org', state: 'answered', error: null },
        { host: 'mx2.example.org', state: 'untried', error: null },
      ],
    },
  })
  expect(outcome.timings.dnsMs).toBeGreaterThan(0)
})

test('the next one is tried when one cannot be connected to', async () => {
  const { outcome } = await check({
    'example.org': { mx: ['missing.example.org', 'closed.example.org', 'mx.example.org'] },
    'closed.example.org': { a: ['127.0.0.9'] },
    'mx.example.org': { a: ['127.0.0.1'] },
  })
  expect(outcome).toMatchObject({
    status: 'up',
    details: {
      mx: [
        { host: 'missing.example.org', state: 'failed' },
        { host: 'closed.example.org', state: 'failed' },
        { host: 'mx.example.org', state: 'answered' },
      ],
    },
  })
})

test('when none can be connected to, the first one is told', async () => {
  const { outcome } = await check({
    'example.org': { mx: ['closed.example.org', 'missing.example.org'] },
    'closed.example.org': { a: ['127.0.0.9'] },
  })
  expect(outcome).toMatchObject({
    status: 'down',
    ip: '127.0.0.9',
    failure: { phase: 'connect', cause: 'connectionRefused' },
    details: { mx: [{ state: 'failed' }, { state: 'failed' }] },
  })
})

test("a name that the agent's resolver cannot tell does not hide a server that is down", async () => {
  const { outcome } = await check(
    {
      'example.org': { mx: ['mx1.example.org', 'mx2.example.org'] },
      'mx1.example.org': { isSilent: true },
      // What the agent asks to see whether its name servers answer at all.
      'sightline-probe.invalid': { isSilent: true },
      'mx2.example.org': { a: ['127.0.0.9'] },
    },
    { timeoutMs: 800 },
  )
  expect(outcome).toMatchObject({
    status: 'down',
    ip: '127.0.0.9',
    failure: { phase: 'connect', cause: 'connectionRefused' },
    details: { mx: [{ state: 'failed' }, { state: 'failed' }] },
  })
})

test('a mail server at an address that may not be reached is passed over', async () => {
  const blocked = { a: ['10.1.2.3'] }
  const both = await check({
    'example.org': { mx: ['inside.example.org', 'mx.example.org'] },
    'inside.example.org': blocked,
    'mx.example.org': { a: ['127.0.0.1'] },
  })
  expect(both.outcome).toMatchObject({ status: 'up', ip: '127.0.0.1' })
  const only = await check({
    'example.org': { mx: ['inside.example.org'] },
    'inside.example.org': blocked,
  })
  expect(only.outcome).toMatchObject({
    status: 'unknown',
    ip: null,
    failure: { source: 'agent', cause: 'monitorMisconfigured' },
  })
})

test('a mail server on the loopback network is not spoken to unless it was opened', async () => {
  const { outcome, heard } = await check(
    { 'example.org': { mx: ['mx.example.org'] }, 'mx.example.org': { a: ['127.0.0.1'] } },
    { open: [] },
  )
  expect(outcome.status).toBe('unknown')
  expect(heard).toEqual([])
})

test('a domain without a mail server is its own', async () => {
  const { outcome } = await check({ 'example.org': { a: ['127.0.0.1'] } })
  expect(outcome).toMatchObject({ status: 'up', details: { mx: [], implicitMx: true } })
})

test.for([
  ['says that it takes no mail', { 'example.org': { a: ['127.0.0.1'], mx: ['.'] } }, 'mxMissing'],
  ['has neither mail server nor address', { 'example.org': {} }, 'mxMissing'],
  ['does not exist', {}, 'dnsNxdomain'],
  ['has name servers that fail', { 'example.org': { rcode: 2 } }, 'dnsServfail'],
] as const)('a domain that %s is down', async ([, names, cause]) => {
  const { outcome } = await check(names)
  expect(outcome).toMatchObject({
    status: 'down',
    ip: null,
    failure: { source: 'target', phase: 'dns', cause },
  })
})

test('name servers that cannot be reached say nothing about the domain', async () => {
  const { outcome } = await check({}, { servers: ['127.0.0.1:9'] })
  expect(outcome).toMatchObject({
    status: 'unknown',
    failure: { source: 'resolver', phase: 'dns' },
  })
})

test('an address is its own mail server', async () => {
  const server = await serve()
  const url = `smtp://127.0.0.1:${server.port}`
  const outcome = await runChecker(mailChecker, url, { resolveMx: true })
  expect(outcome).toMatchObject({ status: 'up', ip: '127.0.0.1' })
})
