import { get } from 'node:http'
import { SLOT_STEP_MS } from '@sightline/shared/protocol'

// The floor of an agent: what Node takes for as many bare requests a second, begun in the same steps as checks. A process
// that sleeps in between finds its caches cold, which is dear on some machines and cheap on others: on one a request
// took 2 times as much at 100 a second as at full speed, on another 3.6 times.
const WARM_MS = 3_000
const WINDOW_MS = 8_000

const url = process.argv[2] ?? ''
const perSecond = Number(process.argv[3])
const perStep = (perSecond * SLOT_STEP_MS) / 1_000

function once(): void {
  // One connection a request.
  get(url, { agent: false }, (response) => response.resume())
}

/** @returns requests begun */
function goOn(ms: number): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const startMs = performance.now()
  let requests = 0
  function step(): void {
    for (let place = 0; place < perStep; place += 1) once()
    requests += perStep
    const nextMs = startMs + (requests / perStep) * SLOT_STEP_MS
    const isOver = nextMs >= startMs + ms
    setTimeout(isOver ? () => resolve(requests) : step, nextMs - performance.now())
  }
  step()
  return promise
}

await goOn(WARM_MS)
const before = process.cpuUsage()
const requests = await goOn(WINDOW_MS)
const { user, system } = process.cpuUsage(before)
process.send?.({ cpuMs: (user + system) / 1_000 / requests }, () => process.exit(0))
