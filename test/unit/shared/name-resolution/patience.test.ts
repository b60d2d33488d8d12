import { createNameResolver } from '@sightline/shared/name-resolution'
import { createPatience } from '@sightline/shared/name-resolution/patience'
import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { startNameServer } from '../../../helpers/name-server.ts'

function patienceOf(max: number) {
  let present = ''
  const given: string[] = []
  const patience = createPatience(max, () => present)
  const take = (sharer: string, name: string) => {
    present = sharer
    return patience.take(() => given.push(name))
  }
  return { take, given }
}

test('one sharer alone may have all places, and no more', () => {
  const { take, given } = patienceOf(3)
  const back = take('a', 'a1')
  take('a', 'a2')
  take('a', 'a3')
  expect(take('a', 'a4')).toBeNull()
  back?.()
  back?.()
  expect(take('a', 'a5')).not.toBeNull()
  expect(take('a', 'a6')).toBeNull()
  expect(given).toEqual([])
})

test('whoever has most gives up the last of them until others have as many', () => {
  const { take, given } = patienceOf(4)
  for (const name of ['a1', 'a2', 'a3', 'a4']) take('a', name)
  expect(take('b', 'b1')).not.toBeNull()
  expect(take('b', 'b2')).not.toBeNull()
  expect(take('b', 'b3')).toBeNull()
  expect(take('a', 'a5')).toBeNull()
  expect(given).toEqual(['a4', 'a3'])
})

test('giving back a place that went to somebody else changes nothing', () => {
  const { take, given } = patienceOf(2)
  take('a', 'a1')
  const lost = take('a', 'a2')
  take('b', 'b1')
  lost?.()
  expect(take('c', 'c1')).toBeNull()
  expect(given).toEqual(['a2'])
})

test('names that are never answered leave the patience for those of others', async () => {
  const silent = Array.from({ length: 60 }, (_, i) => `silent${i}.example`)
  const server = await startNameServer({
    ...Object.fromEntries(silent.map((name) => [name, 'silence'] as const)),
    'late.example': { a: ['192.0.2.9'], afterMs: 800 },
  })
  const workspaces = new AsyncLocalStorage<string>()
  const resolver = createNameResolver({
    servers: [server],
    presentSharer: () => workspaces.getStore() ?? '',
    times: { tryMs: 300, tries: 1, patientMs: 3_000 },
  })
  const limits = { timeoutMs: 2_500, family: 'ipv4' } as const
  const others = workspaces.run('theirs', () =>
    silent.map((name) => resolver.resolve(name, limits)),
  )
  const late = workspaces.run('ours', () => resolver.resolve('late.example', limits))
  expect(await late).toMatchObject({ ok: true, addresses: ['192.0.2.9'] })
  for (const each of await Promise.all(others)) expect(each).toMatchObject({ reason: 'timeout' })
})
