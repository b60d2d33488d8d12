import { expect, test, vi } from 'vitest'
import { keepRunning } from '../../../../controller/src/supervisor/keeping/keep-running.ts'
import { PATIENT } from '../../../helpers/patient.ts'

/** Lives that end as they are told, in turn; the last one lasts until it is stopped. */
function keep(...lives: ((ready: (told: string) => void) => string | Error)[]) {
  const warnings: string[] = []
  const lasting = Promise.withResolvers<void>()
  const kept = keepRunning<string>({
    name: 'thing',
    warn: (text) => warnings.push(text),
    async life(ready) {
      const next = lives.shift()
      if (next === undefined) {
        ready('once more')
        lasting.resolve()
        return new Promise(() => {})
      }
      const how = next(ready)
      if (how instanceof Error) throw how
      return how
    },
  })
  return { kept, warnings, lasting: lasting.promise }
}

test('what ends by itself, or cannot be started again, is started again, and each is told', async () => {
  const { kept, warnings, lasting } = keep(
    (ready) => {
      ready('first')
      return 'ended with code 1'
    },
    () => new Error('nothing there'),
  )
  expect(await kept.ready).toBe('first')
  await lasting
  expect(warnings).toEqual([
    'The thing ended with code 1; starting it again in 0.5 s',
    'The thing could not be started: nothing there; starting it again in 1 s',
    'The thing is back',
  ])
  kept.letGo()
})

test('what never was ready is not started again', async () => {
  const { kept, warnings } = keep(() => new Error('no'))
  await expect(kept.ready).rejects.toThrow('no')
  expect(warnings).toEqual([])
})

test('what never was ready is started again where that is insisted on', async () => {
  const { kept, warnings, lasting } = keep(() => new Error('killed'))
  kept.insist()
  await lasting
  expect(warnings).toEqual(['The thing could not be started: killed; starting it again in 0.5 s'])
  kept.letGo()
})

test('what was let go is not started again', async () => {
  const { kept, warnings } = keep(
    (ready) => {
      ready('first')
      return 'ended with code 1'
    },
    () => new Error('started again'),
  )
  await vi.waitFor(() => expect(warnings).toHaveLength(1), PATIENT)
  kept.letGo()
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(warnings).toHaveLength(1)
})
