import { createSocket } from 'node:dgram'
import { isIP } from 'node:net'

/** A UDP socket bound to one peer: what others send never arrives, and that the peer's port is closed
 *  arrives as ECONNREFUSED. */
export interface Datagrams {
  /** Sends one datagram; a failure is told to `onError`. */
  readonly send: (bytes: Uint8Array) => void
  /** Closes the socket; nothing is told afterwards. May be called again. */
  readonly close: () => void
}

export interface DatagramEvents {
  /** A datagram of the peer's. Nothing is kept for later: bounded memory whatever comes. */
  readonly onDatagram: (bytes: Buffer) => void
  readonly onError: (error: NodeJS.ErrnoException) => void
}

/** Node would resolve the address it connects to once more. */
function noLookup(
  address: string,
  options: unknown,
  done: (error: Error | null, address: string, family: number) => void,
): void {
  const isOptions = typeof options !== 'function'
  const callback = isOptions ? done : (options as typeof done)
  callback(null, address, isIP(address))
}

/** Opens a socket to exactly one address that the guard has judged.
 *  @param onOpen called once when datagrams can be sent; not after an error or a close */
export function openDatagrams(
  target: { address: string; port: number },
  events: DatagramEvents,
  onOpen: () => void,
): Datagrams {
  const type = isIP(target.address) === 6 ? 'udp6' : 'udp4'
  const socket = createSocket({ type, lookup: noLookup })
  let isClosed = false

  function tell(error: Error | null): void {
    if (error !== null && !isClosed) events.onError(error)
  }

  // Stays for the life of the socket, closed or not: an error must not end the process.
  socket.on('error', tell)
  socket.on('message', (bytes) => {
    if (!isClosed) events.onDatagram(bytes)
  })
  socket.once('connect', () => {
    if (!isClosed) onOpen()
  })
  // Not before the caller has the socket: with no file left to open, Node tells it at once.
  process.nextTick(() => {
    if (!isClosed) socket.connect(target.port, target.address)
  })

  return {
    send(bytes) {
      if (!isClosed) socket.send(bytes, tell)
    },
    close() {
      if (isClosed) return
      isClosed = true
      socket.close()
    },
  }
}
