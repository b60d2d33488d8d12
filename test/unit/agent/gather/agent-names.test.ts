import type { RequestListener } from 'node:http'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { describe, expect, test } from 'vitest'
import { createAskDnsJson } from '../../../../agent/src/dns/json/ask-json.ts'
import { askAgentNames, hostsOf, namesService } from '../../../../agent/src/gather/agent-names.ts'
import { makeCertificate } from '../../../helpers/certificates.ts'
import { gatherOne, serveSite } from '../../../helpers/gathering.ts'
import { listen } from '../../../helpers/listen.ts'
import { startNameServer } from '../../../helpers/name-server.ts'
import { toolsFor } from '../../../helpers/run-checker.ts'

test.each([
  ['1 . alpn="h2"', true],
  ['16 agents.shop.net. port=8443', true],
  [' 1 .', true],
  ['0 agents.shop.net.', false],
  ['. 1', false],
  ['1', false],
  ['', false],
  // Priority 1, the root as target, alpn=h2.
  ['\\# 10 00 01 00 00 01 00 03 02 68 32', true],
  ['\\# 10 00010000010003026832', true],
  ['\\# 3 000000', false],
  ['\\# 11 00 01 00 00 01 00 03 02 68 32', false],
  ['\\# 2 0001', false],
])('the record %j tells where a service is: %s', (data, expected) => {
  expect(namesService(data)).toBe(expected)
})

test.each([
  ['https://shop.net/a', ['shop.net']],
  ['https://www.shop.net:8443/', ['www.shop.net', 'shop.net']],
  ['https://shop.net./', ['shop.net']],
  ['http://127.0.0.1/', []],
  ['http://[::1]/', []],
  ['http://localhost/', []],
  ['http://a.localhost/', []],
  ['http://intranet/', []],
  ['http://nas.local/', []],
  ['http://wiki.corp.internal/', []],
  ['http://router.home.arpa/', []],
  ['https://local.shop.net/', ['local.shop.net']],
])('of %s these hosts are asked for: %j', (url, expected) => {
  expect(hostsOf(new URL(url))).toEqual(expected)
})

/** A resolver with some records, "name type" to their data. */
function answering(
  records: Readonly<Record<string, string>>,
  seen: string[] = [],
): RequestListener {
  return (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://resolver')
    const [name, type] = [searchParams.get('name'), Number(searchParams.get('type'))]
    seen.push(`${name} ${type} ${request.headers.accept}`)
    const data = records[`${name} ${type}`]
    const alias = { name, type: 5, TTL: 60, data: 'agents.shop.net.' }
    const Answer = data === undefined ? [] : [alias, { name, type, TTL: 60, data }]
    response.setHeader('content-type', 'application/dns-json')
    response.end(JSON.stringify({ Status: data === undefined ? 3 : 0, Answer }))
  }
}

const askAt = (url: string) => {
  const ask = createAskDnsJson(new URL(url), toolsFor({ open: [] }))
  if (ask === null) throw new Error('there is a resolver')
  return ask
}
const SHOP = new URL('https://shop.net/')
const namesAt = (url: string) => askAgentNames(SHOP, askAt(url), AbortSignal.timeout(10_000))

describe('names below a host', () => {
  test('are those with a record of the type that was asked for, behind aliases too', async () => {
    const seen: string[] = []
    const records = {
      '_mcp._agents.shop.net 64': '1 mcp.shop.net. alpn=h2',
      '_a2a._agents.shop.net 65': '0 other.net.',
    }
    const port = await listen(createServer(answering(records, seen)))
    // The operator's resolver is no target: no range was opened for it.
    const names = await namesAt(`http://127.0.0.1:${port}/dns-query?key=1`)
    expect(names).toEqual(['_mcp._agents.shop.net'])
    expect(seen.toSorted()).toEqual(
      ['_a2a', '_index', '_mcp'].flatMap((label) =>
        [64, 65].map((type) => `${label}._agents.shop.net ${type} application/dns-json`),
      ),
    )
  })

  test.each<[string, RequestListener]>([
    ['an error', (_, to) => void to.writeHead(500).end('{"Status":0}')],
    ['no JSON', (_, to) => void to.end('<html>')],
    ['another form', (_, to) => void to.end('{"Status":0,"Answer":{"data":"1 ."}}')],
    ['a redirect', (_, to) => void to.writeHead(302, { location: '/other' }).end()],
    ['a failure', (_, to) => void to.end('{"Status":2,"Answer":[{"type":64,"data":"1 ."}]}')],
    [
      'no end',
      (_, to) => void to.end(`{"Status":0,"Answer":[${'{"type":64,"data":"1 ."},'.repeat(50_000)}`),
    ],
    ['nothing', (request) => void request.socket.destroy()],
  ])('are none where the resolver answers with %s', async (_, listener) => {
    const port = await listen(createServer(listener))
    expect(await namesAt(`http://127.0.0.1:${port}/`)).toEqual([])
  })

  test('are none where its certificate is not good', async () => {
    const seen: string[] = []
    const listener = answering({ '_mcp._agents.shop.net 64': '1 .' }, seen)
    const port = await listen(createSecureServer(await makeCertificate(), listener))
    expect(await namesAt(`https://127.0.0.1:${port}/`)).toEqual([])
    expect(seen).toEqual([])
  })
})

test('the names of a page are asked for by the resolver of the agent, where there is one', async () => {
  const { origin } = await serveSite({ '/': 'shop' })
  const { port } = new URL(origin)
  const servers = [await startNameServer({ 'www.shop.net': { a: ['127.0.0.1'] } })]
  const doh = await listen(createServer(answering({ '_index._agents.shop.net 65': '1 .' })))
  const url = `http://www.shop.net:${port}/`
  const dohUrl = `http://127.0.0.1:${doh}/`
  expect(await gatherOne('agentNames', url, { servers, dohUrl })).toEqual([
    '_index._agents.shop.net',
  ])
  expect(await gatherOne('agentNames', url, { servers })).toEqual([])
  expect(await gatherOne('agentNames', `${origin}/`, { dohUrl })).toEqual([])
})
