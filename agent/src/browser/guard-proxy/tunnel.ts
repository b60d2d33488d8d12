import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { connectTarget } from '../proxy-request.ts'
import type { ContextShare } from './context-share.ts'
import { tunnelKey } from './refusals.ts'
import type { Reach } from './reach-target.ts'

/** Answers a CONNECT, and connects the client to what it names without looking into what they say.
 *  @param early what the client sent along with its request */
export async function tunnel(
  { url }: IncomingMessage,
  client: Duplex,
  early: Buffer,
  { reach, share }: { readonly reach: Reach; readonly share: ContextShare },
): Promise<void> {
  const end = (status: string): void => {
    client.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`)
  }
  const target = connectTarget(url ?? '')
  if (target === null) {
    end('400 Bad Request')
    return
  }
  const reached = await reach(target, tunnelKey(target), client)
  if ('refusal' in reached) {
    end(reached.refusal.isBlocked ? '403 Forbidden' : '502 Bad Gateway')
    return
  }
  const { socket } = reached
  socket.once('close', () => client.destroy())
  client.once('close', () => socket.destroy())
  client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
  if (early.length > 0) socket.write(early)
  socket.on('data', share.count)
  client.on('data', share.count)
  socket.pipe(client)
  client.pipe(socket)
}
