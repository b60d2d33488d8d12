import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { startDnsServer, record } from '../../helpers/dns-server.ts'
import { diagnoseTarget, factsOf, OUTAGE_AT_MS } from '../../helpers/diagnosis.ts'
import { diagnose } from '../../../controller/src/diagnosis/diagnose.ts'
import { listen } from '../../helpers/listen.ts'
import { startNameServer } from '../../helpers/name-server.ts'

/** A site that fails at some of this machine's addresses and works at the others. */
const serveBrokenAt = (...broken: string[]): Promise<number> =>
  listen(
    createServer((request, response) => {
      const local = request.socket.localAddress?.replace('::ffff:', '') ?? ''
      response.writeHead(broken.includes(local) ? 500 : 200).end('hello')
    }),
    '::',
  )

/** Name servers that give these addresses for shop.test. */
async function serversThatGive(
  a: readonly string[],
  aaaa: readonly string[] = [],
): Promise<string[]> {
  const server = await startDnsServer(({ name, type }) => {
    if (name !== 'shop.test') return { rcode: 3 }
    const given = type === 'A' ? a : type === 'AAAA' ? aaaa : []
    return { answers: given.map((address) => record(name, type, address)) }
  })
  return [server.at]
}

test('one of two addresses that fails', async () => {
  const port = await serveBrokenAt('127.0.0.1')
  const { analysis, votes } = await diagnoseTarget({
    type: 'web',
    url: `http://shop.test:${port}/`,
    options: { servers: await serversThatGive(['127.0.0.1', '127.0.0.3']) },
  })
  expect(votes[0]?.cause).toBe('serverError')
  expect(analysis.verdict).toMatchObject({ cause: 'singleAddressDown', category: 'partial' })
  expect(analysis.verdict.explanation).toMatch(
    /of its 2 addresses 127\.0\.0\.1 fails and 127\.0\.0\.3 works\.$/,
  )
  expect(analysis.alternatives[0]?.cause).toBe('serverError')
})

test.for([
  ['ipv4Only', '::1', { ipFamily: 'ipv6' }],
  ['ipv6Only', '127.0.0.1', {}],
] as const)('%s', async ([cause, broken, settings]) => {
  const port = await serveBrokenAt(broken)
  const { analysis } = await diagnoseTarget({
    type: 'web',
    url: `http://shop.test:${port}/`,
    settings,
    options: { servers: await serversThatGive(['127.0.0.1'], ['::1']) },
  })
  expect(analysis.verdict).toMatchObject({ cause, category: 'partial', confidence: 0.8 })
})

test('some regions only', async () => {
  const port = await serveBrokenAt('127.0.0.1')
  const bad = [await startNameServer({ 'shop.test': { a: ['127.0.0.1'] } })]
  const good = [await startNameServer({ 'shop.test': { a: ['127.0.0.2'] } })]
  const target = { type: 'web', url: `http://shop.test:${port}/` } as const
  const { votes, gathered } = await diagnoseTarget({
    ...target,
    regions: {
      'ap-south': { servers: good },
      'eu-west': { servers: bad },
      'us-east': { servers: good },
    },
  })
  const facts = factsOf(target, votes, { gathered })
  const outage = { ...facts.outage, scope: 'regional' } as const
  const { verdict, alternatives } = diagnose({ ...facts, outage }, OUTAGE_AT_MS)
  expect(verdict).toMatchObject({ cause: 'regionalOutage', scope: 'regional', category: 'partial' })
  expect(verdict.explanation).toMatch(
    /it fails from eu-west and works from ap-south and us-east\.$/,
  )
  expect(alternatives[0]).toMatchObject({ cause: 'serverError' })
})

test('an address that may not be checked is not asked, whatever the name gives', async () => {
  const port = await serveBrokenAt('127.0.0.1')
  const { gathered } = await diagnoseTarget({
    type: 'web',
    url: `http://shop.test:${port}/`,
    options: {
      open: ['127.0.0.1/32'],
      servers: await serversThatGive(['127.0.0.1', '127.0.0.3', '10.0.0.1'], ['::1']),
    },
  })
  expect(gathered.map(({ output }) => output.evidence.addresses)).toEqual([undefined, undefined])
})
