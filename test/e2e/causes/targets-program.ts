import { createServer } from 'node:http'
import { answerPage, listenOn } from '../../bench/detection/faults/fault-target.ts'
import { httpErrorTarget } from '../../bench/detection/faults/http-error.ts'
import { refusedTarget } from '../../bench/detection/faults/refused.ts'
import type { CauseTarget } from './cause-target.ts'
import { slowHandshakeTarget } from './slow-handshake.ts'
import { waitingLineTarget } from './waiting-line.ts'

/** What can be told to break, each at an address of its own, in this order. */
const TARGETS = {
  line: waitingLineTarget,
  handshake: slowHandshakeTarget,
  parent: refusedTarget,
  child: httpErrorTarget,
} as const satisfies Record<string, (host: string) => Promise<CauseTarget>>

export type TargetName = keyof typeof TARGETS

/** A URL's host and port of each, and the port of a server that is at every address and always well. */
export interface TargetPlaces {
  readonly places: Readonly<Record<TargetName, string>>
  readonly healthyPort: number
}

const hosts = process.argv.slice(2)
const names = Object.keys(TARGETS) as TargetName[]
const made = new Map<TargetName, CauseTarget>()
const places = {} as Record<TargetName, string>
for (const [index, name] of names.entries()) {
  const host = hosts[index] ?? '127.0.0.1'
  const target = await TARGETS[name](host)
  made.set(name, target)
  places[name] = `${host}:${target.port}`
}
const healthyPort = await listenOn(createServer(answerPage), '0.0.0.0')

process.on('message', ({ name }: { name: TargetName }) => {
  void made
    .get(name)
    ?.break()
    .then(() => process.send?.('done'))
})
process.on('disconnect', () => process.exit(0))
process.send?.({ places, healthyPort } satisfies TargetPlaces)
