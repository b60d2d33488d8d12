import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { MessageChannel } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { serveQuestions } from '../../../../agent/src/bounds/serve-questions.ts'

test('questions that are told ahead are answered one after the other, in their order', async () => {
  const { port1: asking, port2: serving } = new MessageChannel()
  const seen: string[] = []
  serveQuestions(serving, (ms: number) => {
    seen.push(`begin ${ms}`)
    if (ms === 0) return ms
    return delay(ms).then(() => {
      seen.push(`end ${ms}`)
      return ms
    })
  })
  const answers: unknown[] = []
  asking.on('message', (message: unknown) => answers.push(message))
  const questions = [0, 30, 0, 1, 10, 0]
  // Between threads there are no origins.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  for (const question of questions) asking.postMessage(question)
  while (answers.length <= questions.length) await once(asking, 'message')
  expect(answers).toEqual([{ ready: true }, ...questions.map((answer) => ({ answer }))])
  expect(seen.join(', ')).toBe(
    'begin 0, begin 30, end 30, begin 0, begin 1, end 1, begin 10, end 10, begin 0',
  )
  asking.close()
})
