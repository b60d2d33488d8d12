import { createServer } from 'node:http'
import type { Fault } from './faults/index.ts'
import { FAULT_NAMES, FAULTS } from './faults/index.ts'
import type { FaultTarget } from './faults/fault-target.ts'
import { answerPage, listenOn } from './faults/fault-target.ts'
import type { TargetOrder, TargetPorts } from './targets.ts'

// A process of its own: whom it serves must not be held up by who measures.
const [host = '127.0.0.1', count = '0'] = process.argv.slice(2)

const targets = {} as Record<Fault, FaultTarget[]>
for (const fault of FAULT_NAMES) {
  targets[fault] = await Promise.all(
    Array.from({ length: Number(count) }, () => FAULTS[fault](host)),
  )
}
const ports: TargetPorts = {
  healthy: await listenOn(createServer(answerPage), host),
  broken: Object.fromEntries(
    FAULT_NAMES.map((fault) => [fault, targets[fault].map(({ port }) => port)]),
  ) as Record<Fault, number[]>,
}

async function obey({ action, fault, index }: TargetOrder): Promise<void> {
  await targets[fault][index]?.[action]()
}

process.on('message', (order: TargetOrder) => {
  void obey(order).then(() => process.send?.('done'))
})
process.on('disconnect', () => process.exit(0))
process.send?.({ type: 'ready', ports })
