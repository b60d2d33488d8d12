import { createServer } from 'node:http'
import type { FaultTarget } from './fault-target.ts'
import { answerPage, listenOn } from './fault-target.ts'

/** Connections are taken, requests are read, and nothing is ever said. */
export async function silentTarget(host: string): Promise<FaultTarget> {
  let isBroken = false
  const server = createServer((request, response) => {
    if (!isBroken) answerPage(request, response)
  })
  return {
    port: await listenOn(server, host),
    async break() {
      isBroken = true
    },
    async repair() {
      isBroken = false
      server.closeAllConnections()
    },
  }
}
