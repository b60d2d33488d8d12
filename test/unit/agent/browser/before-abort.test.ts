import { expect, onTestFinished, test, vi } from 'vitest'
import { beforeAbort } from '../../../../agent/src/browser/before-abort.ts'

test('what comes first counts', async () => {
  const ending = new AbortController()
  await expect(beforeAbort(Promise.resolve(1), ending.signal)).resolves.toBe(1)
  const waiting = beforeAbort(Promise.withResolvers().promise, ending.signal)
  ending.abort(new Error('over'))
  await expect(waiting).rejects.toThrow('over')
})

test('a promise that fails after the end, even one from before it, troubles no one', async () => {
  const unhandled = vi.fn<(error: unknown) => void>()
  process.on('unhandledRejection', unhandled)
  onTestFinished(() => void process.off('unhandledRejection', unhandled))
  const late = Promise.withResolvers<never>()
  await expect(beforeAbort(late.promise, AbortSignal.abort(new Error('over')))).rejects.toThrow(
    'over',
  )
  late.reject(new Error('closed'))
  await new Promise((resolve) => setImmediate(resolve))
  expect(unhandled).not.toHaveBeenCalled()
})
