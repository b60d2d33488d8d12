import { decode, encode } from 'dns-packet'
import { createSocket } from 'node:dgram'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { createServer } from 'node:net'
import { makeCertificate } from '../../helpers/certificates.ts'

/** Services behind an agent's way out, run in a network of their own on the address that is given.
 *  Tells its parent when they are there. */
const [, , address = ''] = process.argv

const names = createSocket('udp4')
names.on('message', (packet, peer) => {
  const { id, questions = [] } = decode(packet)
  const [question] = questions
  const isKnown = question?.name === 'site.test'
  const answers =
    isKnown && question.type === 'A'
      ? [{ type: 'A', name: question.name, ttl: 1, data: address } as const]
      : []
  const reply = encode({
    type: 'response',
    id: id ?? 0,
    flags: 0x180 | (isKnown ? 0 : 3),
    questions,
    answers,
  })
  names.send(reply, peer.port, peer.address)
})
names.bind(53, address)

const echo = createSocket('udp4')
echo.on('message', (packet, peer) => echo.send(packet, peer.port, peer.address))
echo.bind(7, address)

createHttpServer((_, response) => response.end('hello')).listen(80, address)
createSecureServer(await makeCertificate(), (_, response) => response.end('hello')).listen(
  443,
  address,
)
createServer((socket) => {
  socket.on('error', () => {})
  socket.write('220 mail ready\r\n')
  socket.on('data', () => socket.write('250 mail\r\n'))
}).listen(25, address, () => process.send?.('ready'))
