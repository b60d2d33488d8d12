import { createNameResolver } from '@sightline/shared/name-resolution'
import { createHostsFile, parseHostsFile } from '@sightline/shared/hosts-file'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startNameServer } from '../../helpers/name-server.ts'
import { runOutOfFiles } from '../../helpers/out-of-files.ts'
import { temporaryFolder } from '../../helpers/temporary-folder.ts'

const ANY = { timeoutMs: 2_000, family: 'any' } as const

async function resolverWith(names: Parameters<typeof startNameServer>[0]) {
  return createNameResolver({ servers: [await startNameServer(names)] })
}

test('gives the addresses of a name', async () => {
  const resolver = await resolverWith({ 'two.example': { a: ['192.0.2.1', '192.0.2.2'] } })
  const resolution = await resolver.resolve('two.example', ANY)
  expect(resolution).toMatchObject({ ok: true, addresses: ['192.0.2.1', '192.0.2.2'] })
})

test.for([
  ['missing.example', 'nxdomain'],
  ['empty.example', 'noAddress'],
  ['broken.example', 'servfail'],
  ['refused.example', 'servfail'],
] as const)('tells %s as %s', async ([name, reason]) => {
  const resolver = await resolverWith({
    'empty.example': {},
    'broken.example': { rcode: 2 },
    'refused.example': { rcode: 5 },
  })
  expect(await resolver.resolve(name, ANY)).toMatchObject({ ok: false, reason })
})

/** Timers that are still to strike. */
const timersAhead = (): number =>
  process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length

test('waits for nothing any more once both families are answered', async () => {
  const resolver = await resolverWith({ 'two.example': { a: ['192.0.2.1'] } })
  // Nothing but what the resolver leaves behind: a round before, for what is made once.
  await resolver.resolve('two.example', ANY)
  const before = timersAhead()
  await Promise.all(Array.from({ length: 20 }, () => resolver.resolve('two.example', ANY)))
  expect(timersAhead()).toBeLessThanOrEqual(before)
})

test('a silent name server is a timeout at the limit', async () => {
  const resolver = await resolverWith({ 'silent.example': 'silence' })
  const resolution = await resolver.resolve('silent.example', { ...ANY, timeoutMs: 200 })
  expect(resolution).toMatchObject({ ok: false, reason: 'timeout' })
  expect(resolution.ms).toBeLessThan(1_500)
})

test('a name server that was quick before is still heard when it needs longer', async () => {
  const quick = Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [`quick${i}.example`, { a: ['192.0.2.1'] }]),
  )
  const resolver = await resolverWith({
    ...quick,
    'slow.example': { a: ['192.0.2.9'], afterMs: 1_500 },
  })
  const others = Object.keys(quick).map((name) => resolver.resolve(name, ANY))
  await Promise.all(others)
  // The pace of the repeats is set by what goes on meanwhile.
  const traffic = setInterval(() => void resolver.resolve('quick1.example', ANY), 50)
  const slow = await resolver.resolve('slow.example', { ...ANY, timeoutMs: 8_000 })
  clearInterval(traffic)
  expect(slow).toMatchObject({ ok: true, addresses: ['192.0.2.9'] })
})

test('ends when its signal does', async () => {
  const resolver = await resolverWith({ 'silent.example': 'silence' })
  const signal = AbortSignal.timeout(50)
  const resolution = await resolver.resolve('silent.example', { ...ANY, signal })
  expect(resolution).toMatchObject({ ok: false, reason: 'timeout' })
})

test('an address is itself, if it is of the family', async () => {
  const resolver = createNameResolver({ servers: ['127.0.0.1:9'] })
  expect(await resolver.resolve('::1', ANY)).toMatchObject({ ok: true, addresses: ['::1'] })
  expect(await resolver.resolve('::1', { ...ANY, family: 'ipv4' })).toMatchObject({
    ok: false,
    reason: 'noAddress',
    message: 'The name ::1 has no IPv4 address.',
  })
})

test('localhost and names of the hosts file ask no name server', async () => {
  const file = path.join(temporaryFolder(), 'hosts')
  writeFileSync(file, '# comment\n192.0.2.7 DB.internal db # here\n::7 db\nnonsense db\n')
  const resolver = createNameResolver({
    servers: ['127.0.0.1:9'],
    hostsFile: createHostsFile(file),
  })
  const [db, localhost] = [
    await resolver.resolve('db', ANY),
    await resolver.resolve('a.localhost', ANY),
  ]
  expect(db).toMatchObject({ ok: true, addresses: ['192.0.2.7', '::7'] })
  expect(localhost).toMatchObject({ ok: true, addresses: ['127.0.0.1', '::1'] })
})

test('reads hosts files as hosts(5) says', () => {
  expect([...parseHostsFile('127.0.0.1\tlocalhost here\n\n  ::1 localhost\n')]).toEqual([
    ['localhost', ['127.0.0.1', '::1']],
    ['here', ['127.0.0.1']],
  ])
})

const ROOM_AGAIN = 'for (const file of held.splice(0)) closeSync(file)'

test('name servers of the system that could not be read with no file left are read when there is room', async () => {
  const found = await runOutOfFiles(
    { createNameResolver: 'shared/src/name-resolution.ts' },
    `
    import { Resolver } from 'node:dns/promises'
    const resolver = createNameResolver({ servers: [] })
    fillUp(0)
    resolver.servers()
    ${ROOM_AGAIN}
    report([resolver.servers(), new Resolver().getServers()])
    `,
  )
  const [read, systems] = found as string[][]
  expect(read).toEqual(systems)
})

test('so are names of the hosts file', async () => {
  const file = path.join(temporaryFolder(), 'hosts')
  writeFileSync(file, '192.0.2.1 listed.example')
  const found = await runOutOfFiles(
    { createHostsFile: 'shared/src/hosts-file.ts' },
    `
    const hostsFile = createHostsFile(${JSON.stringify(file)})
    fillUp(0)
    const without = await hostsFile.lookup('listed.example')
    ${ROOM_AGAIN}
    report([without, await hostsFile.lookup('listed.example')])
    `,
  )
  expect(found).toEqual([null, ['192.0.2.1']])
})
