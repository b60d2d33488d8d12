import { createServer } from 'node:http'
import type { FaultTarget } from './fault-target.ts'
import { answerPage, close, listenOn } from './fault-target.ts'

/** Nothing listens any more. */
export async function refusedTarget(host: string): Promise<FaultTarget> {
  const server = createServer(answerPage)
  const port = await listenOn(server, host)
  return {
    port,
    break: () => close(server),
    async repair() {
      await listenOn(server, host, port)
    },
  }
}
