import type { AddressInfo } from 'node:net'
import { connect, createServer } from 'node:net'

/** Carries an agent's connections out of its network to a controller that listens on a socket file,
 *  which no network bounds. Tells its parent the port. */
const [, , socketFile = ''] = process.argv

const server = createServer((socket) => {
  const onward = connect(socketFile)
  socket.on('error', () => onward.destroy())
  onward.on('error', () => socket.destroy())
  socket.pipe(onward).pipe(socket)
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
