import { expect, test } from 'vitest'
import { inSteps } from '../../../../controller/src/jobs/in-steps.ts'

test('what fails keeps nothing behind it from being done, and is told at the end', async () => {
  const done: string[] = []
  const failing = (name: string) => async () => {
    done.push(name)
    throw new Error(name)
  }
  const steps = inSteps(failing('first'), async () => done.push('second'), failing('third'))
  await expect(steps).rejects.toThrow('first')
  expect(done).toEqual(['first', 'second', 'third'])
})

test('where nothing fails nothing is told', async () => {
  await expect(inSteps(async () => 1)).resolves.toBeUndefined()
})
