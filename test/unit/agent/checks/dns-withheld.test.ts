import { expect, test } from 'vitest'
import { dnsChecker } from '../../../../agent/src/checks/dns.ts'
import { addressOfReverseName, reverseName } from '../../../../agent/src/dns/reverse-name.ts'
import { record, startDnsServer } from '../../../helpers/dns-server.ts'
import { runChecker } from '../../../helpers/run-checker.ts'

/** A resolver that knows names of the network it serves. */
const inside = () =>
  startDnsServer(({ name, type }) => {
    if (type === 'PTR') return { answers: [record(name, 'PTR', 'database-1.corp.example')] }
    if (type === 'AAAA') return { answers: [record(name, 'AAAA', 'fd00::5')] }
    const address = name.startsWith('db.') ? '10.1.2.3' : '93.184.215.14'
    return { answers: [record(name, 'A', address)] }
  })

const check = (
  servers: readonly string[],
  url: string,
  settings: Record<string, unknown>,
  isForeign = true,
) => runChecker(dnsChecker, url, settings, { servers, open: [], isForeign })

test.each([
  ['dns://db.corp.example', { recordType: 'A' }],
  [
    'dns://db.corp.example',
    { recordType: 'A', expected: { match: 'contains', values: ['10.1.2.4'] } },
  ],
  ['dns://db.corp.example', { recordType: 'AAAA' }],
])('what the own resolver knows of the inside of %s is not told (%j)', async (url, settings) => {
  const { at } = await inside()
  const outcome = await check([at], url, settings)
  expect(outcome).toMatchObject({
    status: 'unknown',
    ip: null,
    details: null,
    failure: { source: 'agent', cause: 'monitorMisconfigured' },
  })
  expect(JSON.stringify(outcome)).not.toMatch(/10\.1\.2\.|fd00|127\.0\.0\.1/)
  const { recordType } = settings
  expect(await check([at], url, { recordType }, false)).toMatchObject({ status: 'up' })
})

test.each(['10.1.2.3', '127.0.0.1', 'fd00::5', '3.2.1.10.in-addr.arpa', '10.in-addr.arpa'])(
  'names of %s are not even asked for',
  async (host) => {
    const server = await inside()
    const outcome = await check([server.at], `dns://${host}`, { recordType: 'PTR' })
    expect(outcome.failure).toMatchObject({ cause: 'monitorMisconfigured' })
    expect(server.seen).toEqual([])
  },
)

test('what everybody may know is told, without the address of the resolver', async () => {
  const { at } = await inside()
  const up = await check([at], 'dns://www.example.com', { recordType: 'A' })
  expect(up).toMatchObject({
    status: 'up',
    ip: null,
    details: { answers: ['93.184.215.14'], resolver: 'system' },
  })
  const expected = { match: 'contains', values: ['93.184.215.99'] }
  const wrong = await check([at], 'dns://www.example.com', { recordType: 'A', expected })
  expect(wrong).toMatchObject({ status: 'down', failure: { cause: 'dnsWrongAnswer' } })
  expect(JSON.stringify(wrong)).not.toContain('127.0.0.1')
  const names = await check([at], 'dns://8.8.8.8', { recordType: 'PTR' })
  expect(names).toMatchObject({ status: 'up', details: { answers: ['database-1.corp.example'] } })
})

test.each(['10.1.2.3', 'fd00::5', '2001:db8::1'])(
  'the reverse name of %s leads back',
  (address) => {
    const back = addressOfReverseName(reverseName(address) ?? '') ?? ''
    expect(reverseName(back)).toBe(reverseName(address))
  },
)

test.each(['example.com', 'in-addr.arpa.example.com', 'a.b.c.d.in-addr.arpa'])(
  '%s is no reverse name',
  (name) => expect(addressOfReverseName(name)).toBeNull(),
)
