import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:http'

/** Addresses of loopback that it answers at, from 127.0.79.1 on, all at one port. */
const hosts = Array.from({ length: Number(process.argv[2]) }, (_, index) => `127.0.79.${index + 1}`)

const broken = new Set<string>()

/** Every page is well but those that are broken now. */
async function serve(host: string, port: number): Promise<number> {
  const server = createServer((request, response) => {
    response.writeHead(broken.has(request.url ?? '') ? 500 : 200).end('page')
  })
  server.listen({ host, port, backlog: 4_096 })
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

let port = 0
for (const host of hosts) port = await serve(host, port)

process.on('message', ({ path, isBroken }: { path: string; isBroken: boolean }) => {
  if (isBroken) broken.add(path)
  else broken.delete(path)
  process.send?.({ atMs: Date.now() })
})
process.on('disconnect', () => process.exit(0))
process.send?.({ hosts, port })
