import { anySignal } from '@sightline/shared/any-signal'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Collected in turns of their own: what a turn referred to lives to its end. */
async function collect(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await turn()
    collectGarbage()
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))

test('a limit that struck while nobody listened is over for whoever looks later, nested ones too', async () => {
  const other = new AbortController()
  const signal = anySignal([other.signal, AbortSignal.timeout(10)])
  const outer = anySignal([other.signal, signal])
  // Timers strike in their order.
  await aborted(AbortSignal.timeout(20))
  await collect()
  expect([signal.aborted, outer.aborted]).toEqual([true, true])
})

test('what was aborted before anybody listened is known afterwards', async () => {
  const abortedBy = (reason: string): AbortSignal => {
    const source = new AbortController()
    const signal = anySignal([source.signal])
    source.abort(reason)
    return signal
  }
  const signal = abortedBy('stop')
  await collect()
  expect([signal.aborted, signal.reason]).toEqual([true, 'stop'])
})

test('no source uses what loses them', () => {
  const root = fileURLToPath(new URL('../../../', import.meta.url))
  const using = ['agent/src', 'controller/src', 'shared/src'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => path.join(folder, name))
      .filter((name) => readFileSync(path.join(root, name), 'utf8').includes('AbortSignal.any(')),
  )
  expect(using).toEqual([path.join('shared/src', 'any-signal.ts')])
})
