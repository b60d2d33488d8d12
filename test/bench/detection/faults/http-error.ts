import { createServer } from 'node:http'
import type { FaultTarget } from './fault-target.ts'
import { answerPage, listenOn } from './fault-target.ts'

/** Every request is answered with 500. */
export async function httpErrorTarget(host: string): Promise<FaultTarget> {
  let isBroken = false
  const server = createServer((request, response) => {
    response.statusCode = isBroken ? 500 : 200
    answerPage(request, response)
  })
  return {
    port: await listenOn(server, host),
    async break() {
      isBroken = true
    },
    async repair() {
      isBroken = false
    },
  }
}
