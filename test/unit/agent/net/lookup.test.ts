import { createNameResolver } from '@sightline/shared/name-resolution'
import { expect, test } from 'vitest'
import { createLookUp } from '../../../../agent/src/net/lookup.ts'
import { createResolverHealth } from '../../../../agent/src/net/resolver-health.ts'
import { record, startDnsServer } from '../../../helpers/dns-server.ts'
import type { NameAnswer } from '../../../helpers/name-server.ts'
import { startNameServer } from '../../../helpers/name-server.ts'

function lookUpWith(servers: readonly string[]) {
  const resolver = createNameResolver({ servers })
  const lookUp = createLookUp(resolver, createResolverHealth(resolver))
  return (host: string, timeoutMs = 3_000, family: 'any' | 'ipv4' | 'ipv6' = 'any') => {
    const signal = AbortSignal.timeout(timeoutMs)
    return lookUp(host, { signal, timeoutMs: 60_000, family })
  }
}

test('silence about one name is its own fault while others are answered', async () => {
  const server = await startNameServer({ 'silent.example': 'silence' })
  const lookUp = lookUpWith([server])
  expect(await lookUp('silent.example', 1_500)).toMatchObject({
    ok: false,
    failure: { source: 'target', phase: 'dns', cause: 'dnsTimeout' },
  })
})

test('silence about every name is the fault of the name servers', async () => {
  const server = await startNameServer({
    'silent.example': 'silence',
    'sightline-probe.invalid': 'silence',
  })
  expect(await lookUpWith([server])('silent.example', 1_500)).toMatchObject({
    ok: false,
    failure: { source: 'resolver', phase: 'dns', cause: 'dnsTimeout' },
  })
})

test('what was answered before a question says nothing about it: the servers may have died', async () => {
  const names: Record<string, NameAnswer> = {
    'good.example': { a: ['127.0.0.1'] },
    'bad.example': 'silence',
  }
  const lookUp = lookUpWith([await startNameServer(names)])
  expect(await lookUp('good.example')).toMatchObject({ ok: true })
  names['sightline-probe.invalid'] = 'silence'
  expect(await lookUp('bad.example', 1_200)).toMatchObject({ failure: { source: 'resolver' } })
  delete names['sightline-probe.invalid']
  expect(await lookUp('bad.example', 1_200)).toMatchObject({ failure: { source: 'target' } })
})

test('a name of the hosts file does not speak for the name servers', async () => {
  const lookUp = lookUpWith([
    await startNameServer({
      'silent.example': 'silence',
      'sightline-probe.invalid': 'silence',
    }),
  ])
  const silent = lookUp('silent.example', 600)
  expect(await lookUp('localhost')).toMatchObject({ ok: true })
  expect(await silent).toMatchObject({ failure: { source: 'resolver' } })
})

test('an address is its own answer, if it is of the family that is asked for', async () => {
  const lookUp = lookUpWith(['127.0.0.1:9'])
  expect(await lookUp('::1')).toEqual({ ok: true, addresses: ['::1'], dnsMs: null })
  expect(await lookUp('127.0.0.1', 1_000, 'ipv4')).toMatchObject({ ok: true })
  expect(await lookUp('127.0.0.1', 1_000, 'ipv6')).toMatchObject({
    ok: false,
    failure: { source: 'agent', cause: 'monitorMisconfigured' },
  })
})

test('of a name whose aliases lead to one that is gone, that one is told', async () => {
  const aliases: Readonly<Record<string, string>> = {
    'www.example': 'a.example',
    'a.example': 'gone.elsewhere.example',
    'round.example': 'about.example',
    'about.example': 'round.example',
  }
  const server = await startDnsServer(({ name, type }) => {
    const to = aliases[name]
    const answers = to === undefined ? [] : [record(name, 'CNAME', to)]
    return { rcode: type === 'CNAME' && to !== undefined ? 0 : 3, answers }
  })
  const lookUp = lookUpWith([server.at])
  const messageOf = async (host: string): Promise<string | null> => {
    const found = await lookUp(host)
    return found.ok ? null : found.failure.message
  }
  expect(await messageOf('www.example')).toBe(
    'The name www.example is an alias of gone.elsewhere.example, which does not exist.',
  )
  expect(await messageOf('none.example')).toBe('The name none.example does not exist.')
  expect(await messageOf('round.example')).toBe('The name round.example does not exist.')
})
