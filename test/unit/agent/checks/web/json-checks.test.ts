import { expect, test } from 'vitest'
import { jsonFailure } from '../../../../../agent/src/checks/web/json-checks.ts'

const never = new AbortController().signal

/** What the present thread takes of a processor for something, in ms. */
async function ownProcessorMs(act: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage()
  await act()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

test('checks that look at all of a long text do so in a thread of their own', async () => {
  const text = `[${'{},'.repeat(85_000)}1]`
  const wide = { path: '$[*]', operator: 'notEquals', value: { a: 1 } } as const
  const judge = (): Promise<unknown> =>
    jsonFailure(
      text,
      null,
      Array.from({ length: 20 }, () => wide),
      never,
    )
  expect(await judge()).toBeNull()
  expect(await ownProcessorMs(judge)).toBeLessThan(40)
})
