import { expect, test } from 'vitest'
import { workFor } from '../../../../agent/src/bounds/sharer.ts'
import { createThreadQueue } from '../../../../agent/src/bounds/thread-queue.ts'

/** A thread that does what the question says, else answers it twice as long. */
const THREAD = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', (question) => {
      if (question === 'throw') throw new Error('of the test')
      while (question === 'stay') {}
      if (question === 'hang') return
      if (question === 'rest') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
      parentPort.postMessage({ answer: question + question })
    })
    parentPort.postMessage({ ready: true })
  `)}`,
)

const never = new AbortController().signal
const queue = (limits: { maxRunMs?: number; maxWaitingBytes?: number } = {}) =>
  createThreadQueue<string, string>(THREAD, {
    maxRunMs: 10_000,
    maxHeapMb: 64,
    maxWaitingBytes: 100,
    ...limits,
  })

test('questions are answered in their order', async () => {
  const { ask } = queue()
  const answers = await Promise.all(['a', 'b', 'c'].map((question) => ask(question, 1, never)))
  expect(answers).toEqual(['aa', 'bb', 'cc'].map((answer) => ({ ok: true, answer })))
})

test('a question that takes too long or breaks its thread is given up, the next one is served', async () => {
  const { ask } = queue({ maxRunMs: 200 })
  const answers = await Promise.all(
    ['stay', 'a', 'throw', 'b'].map((question) => ask(question, 1, never)),
  )
  expect(answers).toEqual([
    { ok: false, why: 'slow' },
    { ok: true, answer: 'aa' },
    { ok: false, why: 'broken' },
    { ok: true, answer: 'bb' },
  ])
})

test('what a question takes is counted in time of a processor: others may have that for a while, not for ever', async () => {
  const { ask } = queue({ maxRunMs: 100 })
  const answers = await Promise.all(
    ['rest', 'hang', 'a'].map((question) => ask(question, 1, never)),
  )
  expect(answers).toEqual([
    { ok: true, answer: 'restrest' },
    { ok: false, why: 'slow' },
    { ok: true, answer: 'aa' },
  ])
})

test('a question ends with its signal, whether it runs, waits or comes too late', async () => {
  const { ask } = queue()
  const [ended, tired] = [new AbortController(), new AbortController()]
  const late = { ok: false, why: 'late' }
  const running = ask('stay', 1, ended.signal)
  const waits = ask('a', 1, tired.signal)
  const next = ask('b', 1, never)
  tired.abort()
  ended.abort()
  expect(await Promise.all([running, waits])).toEqual([late, { ok: false, why: 'busy' }])
  expect(await ask('c', 1, ended.signal)).toEqual(late)
  expect(await next).toEqual({ ok: true, answer: 'bb' })
})

test('a question whose turn came when its time was nearly over had too much before it', async () => {
  const { ask } = queue({ maxRunMs: 500 })
  const ended = new AbortController()
  const first = ask('stay', 1, never)
  const second = ask('stay', 1, ended.signal)
  expect(await first).toEqual({ ok: false, why: 'slow' })
  ended.abort()
  expect(await second).toEqual({ ok: false, why: 'busy' })
})

test('what waits is bounded by its size, and one question may always wait', async () => {
  const { ask } = queue({ maxRunMs: 500 })
  const running = ask('stay', 1, never)
  const waits = ask('a', 500, never)
  expect(await ask('b', 1, never)).toEqual({ ok: false, why: 'busy' })
  expect(await running).toEqual({ ok: false, why: 'slow' })
  expect(await waits).toEqual({ ok: true, answer: 'aa' })
})

test('one who has most of what may wait gives way to others, and keeps what was first', async () => {
  const { ask } = queue({ maxRunMs: 500 })
  const askFor = (sharer: string, question: string, bytes: number) =>
    workFor(sharer, () => ask(question, bytes, never))
  const running = askFor('a', 'stay', 1)
  const own = ['a1', 'a2'].map((question) => askFor('a', question, 45))
  const busy = { ok: false, why: 'busy' }
  expect(await askFor('b', 'b0', 95)).toEqual(busy)
  const others = [askFor('b', 'b1', 30), askFor('c', 'c1', 20)]
  expect(await own[1]).toEqual(busy)
  expect(await askFor('b', 'b2', 30)).toEqual(busy)
  expect(await running).toEqual({ ok: false, why: 'slow' })
  expect(await Promise.all([own[0], ...others])).toEqual(
    ['a1', 'b1', 'c1'].map((question) => ({ ok: true, answer: question + question })),
  )
})

test('two threads work side by side, and one that is given up takes nothing from the other', async () => {
  const { ask } = createThreadQueue<string, string>(THREAD, {
    maxRunMs: 10_000,
    maxHeapMb: 64,
    maxWaitingBytes: 100,
    threads: 2,
  })
  const ended = new AbortController()
  const stuck = ask('stay', 1, ended.signal)
  const answers = await Promise.all(['a', 'b'].map((question) => ask(question, 1, never)))
  expect(answers).toEqual(['aa', 'bb'].map((answer) => ({ ok: true, answer })))
  ended.abort()
  expect(await stuck).toEqual({ ok: false, why: 'late' })
  expect(await ask('c', 1, never)).toEqual({ ok: true, answer: 'cc' })
})

test('a question that cannot be passed on is told so, and the next one is served', async () => {
  const { ask } = createThreadQueue<unknown, string>(THREAD, {
    maxRunMs: 10_000,
    maxHeapMb: 64,
    maxWaitingBytes: 100,
  })
  expect(await ask(() => 'no function survives it', 1, never)).toEqual({ ok: false, why: 'broken' })
  expect(await ask('a', 1, never)).toEqual({ ok: true, answer: 'aa' })
})

test('whoever asks much lets others ask in between', async () => {
  const { ask } = queue()
  const order: string[] = []
  const answers = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2'].map((question) =>
    workFor(question.slice(0, 1), async () => {
      await ask(question, 1, never)
      order.push(question)
    }),
  )
  await Promise.all(answers)
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4'])
})

const queueAhead = (maxRunMs: number) =>
  createThreadQueue<string, string>(THREAD, {
    maxRunMs,
    maxHeapMb: 64,
    maxWaitingBytes: 1_000,
    isToldAhead: true,
  })

test('whoever asks what takes long has no more of the time than others', async () => {
  const { ask } = queue()
  const answered: string[] = []
  const askFor = async (sharer: string, question: string): Promise<void> => {
    await workFor(sharer, () => ask(question, 1, never))
    answered.push(sharer)
  }
  // Each 'rest' takes 400 ms.
  const slow = Array.from({ length: 4 }, () => askFor('slow', 'rest'))
  await Promise.all(Array.from({ length: 12 }, () => askFor('quick', 'q')))
  expect(answered.filter((sharer) => sharer === 'slow').length).toBeLessThanOrEqual(1)
  await Promise.all(slow)
})

test('a thread that is told its next question ahead answers all of them, in their order', async () => {
  const { ask } = queueAhead(10_000)
  const questions = Array.from({ length: 100 }, (_, at) => String(at))
  const order: string[] = []
  const asked = questions.map(async (question) => {
    const answer = await ask(question, 1, never)
    order.push(question)
    return answer
  })
  expect(await Promise.all(asked)).toEqual(
    questions.map((question) => ({ ok: true, answer: question + question })),
  )
  expect(order).toEqual(questions)
})

test('a question that was told ahead is told again when the one before takes its thread along', async () => {
  const { ask } = queueAhead(200)
  const kinds = ['a', 'stay', 'b', 'throw', 'c', 'd']
  const answers = await Promise.all(kinds.map((question) => ask(question, 1, never)))
  expect(answers).toEqual([
    { ok: true, answer: 'aa' },
    { ok: false, why: 'slow' },
    { ok: true, answer: 'bb' },
    { ok: false, why: 'broken' },
    { ok: true, answer: 'cc' },
    { ok: true, answer: 'dd' },
  ])
})

test('the question that breaks a thread is blamed, not the one that was answered before it', async () => {
  const { ask } = queueAhead(10_000)
  for (let round = 0; round < 20; round += 1) {
    const answers = await Promise.all(
      ['a', 'b', 'throw', 'c'].map((question) => ask(question, 1, never)),
    )
    expect(answers.map((answer) => (answer.ok ? answer.answer : answer.why))).toEqual([
      'aa',
      'bb',
      'broken',
      'cc',
    ])
  }
})

test('a question that was told ahead is given up without its thread', async () => {
  const { ask } = queueAhead(10_000)
  await ask('a', 1, never)
  const tired = new AbortController()
  const running = ask('rest', 1, never)
  const next = ask('b', 1, tired.signal)
  const last = ask('c', 1, never)
  tired.abort()
  expect(await next).toEqual({ ok: false, why: 'busy' })
  expect(await running).toEqual({ ok: true, answer: 'restrest' })
  expect(await last).toEqual({ ok: true, answer: 'cc' })
})

test('what is handed over is gone, also where it was told ahead', async () => {
  const { ask } = queueAhead(10_000)
  await ask('a', 1, never)
  const handed = ['a', 'rest', 'b', 'c'].map((question) => ({
    question,
    buffer: new ArrayBuffer(8),
  }))
  await Promise.all(handed.map(({ question, buffer }) => ask(question, 8, never, [buffer])))
  expect(handed.map(({ buffer }) => buffer.byteLength)).toEqual([0, 0, 0, 0])
})
