import { createLogger } from '@sightline/shared/logger'
import { DiagnosisOutput } from '@sightline/shared/diagnosis'
import { expect, test } from 'vitest'
import { CHECKERS } from '../../../../agent/src/checks/index.ts'
import type { SidePorts } from '../../../../agent/src/diagnosis/gather.ts'
import { createDiagnosisWorker } from '../../../../agent/src/diagnosis/worker.ts'
import type { JsonWorker } from '../../../../agent/src/outcome/work.ts'
import { WorkRefusal } from '../../../../agent/src/outcome/work.ts'
import { listen, serveRaw } from '../../../helpers/listen.ts'
import { startNameServer } from '../../../helpers/name-server.ts'
import type { CheckerOptions } from '../../../helpers/run-checker.ts'
import { toolsFor } from '../../../helpers/run-checker.ts'
import { createServer } from 'node:net'

function workerOf(
  options: CheckerOptions & { ports?: Partial<SidePorts>; trace?: JsonWorker } = {},
): JsonWorker {
  const { ports, trace, ...others } = options
  return createDiagnosisWorker({
    tools: toolsFor(others),
    checkers: CHECKERS,
    trace:
      trace ?? (() => Promise.reject(new WorkRefusal('unavailable', 'This agent cannot trace.'))),
    ports: { nameServer: 9, http: 9, others: () => [], ...ports },
    log: createLogger('test', 'silent'),
  })
}

const input = (url: string, more: object = {}) => ({
  type: 'web',
  url,
  timeoutMs: 1_000,
  settings: {},
  role: 'failing',
  cause: 'timeout',
  phase: 'firstByte',
  ip: null,
  ...more,
})

const run = async (worker: JsonWorker, asked: object, limitMs = 15_000): Promise<DiagnosisOutput> =>
  DiagnosisOutput.parse(
    JSON.parse(JSON.stringify(await worker(asked, AbortSignal.timeout(limitMs)))),
  )

test.for([
  null,
  {},
  { type: 'web' },
  input(''),
  input('ftp://x/'),
  input('http://a/', { type: 'x' }),
])('what makes no sense is refused: %o', async (asked) => {
  await expect(workerOf()(asked, AbortSignal.timeout(1_000))).rejects.toThrow(WorkRefusal)
})

test('settings this agent does not know are refused', async () => {
  const asked = input('http://127.0.0.1/', { settings: { future: true } })
  await expect(workerOf()(asked, AbortSignal.timeout(1_000))).rejects.toThrow(WorkRefusal)
})

test('a target that takes everything and says nothing does not hold the agent', async () => {
  const sockets = new Set<unknown>()
  const port = await serveRaw((socket) => {
    sockets.add(socket)
    // Else it does not notice that the other side is gone.
    socket.resume()
    socket.on('close', () => sockets.delete(socket))
  })
  const servers = [await startNameServer({ 'shop.test': { a: ['127.0.0.1', '127.0.0.1'] } })]
  const worker = workerOf({ servers, ports: { http: port, others: () => [port] } })
  const { evidence } = await run(
    worker,
    input(`https://shop.test:${port}/`, { phase: 'tls' }),
    1_500,
  )
  expect(evidence.connect).toMatchObject({ cause: null })
  expect(evidence.tls).toMatchObject({ cause: 'tlsHandshakeFailed', certificate: null })
  await expect.poll(() => sockets.size).toBe(0)
})

test('a page without end is left at its limit, whatever it holds', async () => {
  const chunk = Buffer.alloc(64 * 1024, 'x')
  const port = await serveRaw((socket) => {
    const pour = (): void => {
      while (socket.writable && socket.write(chunk));
    }
    socket.on('drain', pour)
    socket.once('data', () => {
      socket.write('HTTP/1.1 500 No\r\nServer: \u0001evil\u0002\r\n\r\n')
      pour()
    })
  })
  const asked = input(`http://127.0.0.1:${port}/`, { cause: 'serverError' })
  const { evidence } = await run(workerOf(), asked)
  expect(evidence.page).toMatchObject({ statusCode: 500, bytes: 1024 * 1024 })
})

test('an address that may not be reached is not asked in any way', async () => {
  let connections = 0
  const port = await serveRaw(() => {
    connections += 1
  })
  const worker = workerOf({ open: [], ports: { http: port, others: () => [port] } })
  for (const phase of ['connect', 'tls', 'firstByte', 'content']) {
    const asked = input(`https://127.0.0.1:${port}/`, { phase, ip: '127.0.0.1' })
    const { evidence } = await run(worker, asked)
    expect(evidence.ports ?? []).not.toContainEqual({ port, state: 'open' })
  }
  expect(connections).toBe(0)
})

test('what one piece cannot do does not lose the others', async () => {
  const port = await serveRaw(() => {})
  const closed = createServer()
  const refused = await listen(closed)
  closed.close()
  const worker = workerOf({
    trace: () => Promise.reject(new Error('a bug')),
    ports: { others: () => [port, refused] },
  })
  const asked = input('http://127.0.0.1:1/', { phase: 'connect', cause: 'connectionRefused' })
  const { evidence } = await run(worker, asked)
  expect(evidence).toEqual({
    ports: [
      { port, state: 'open' },
      { port: refused, state: 'refused' },
    ],
  })
})

test('a check that would take longer than a diagnosis is not called down', async () => {
  const port = await serveRaw(() => {})
  const servers = [await startNameServer({ 'shop.test': { a: ['127.0.0.1', '127.0.0.3'] } })]
  const asked = input(`http://shop.test:${port}/`, { timeoutMs: 60_000 })
  const { evidence } = await run(workerOf({ servers }), asked)
  // One address stalls, the other refuses at once.
  expect(evidence.addresses?.map(({ ip, cause }) => [ip, cause])).toEqual([
    ['127.0.0.3', 'connectionRefused'],
  ])
})
