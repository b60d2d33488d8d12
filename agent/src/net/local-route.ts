import { createSocket } from 'node:dgram'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'

/** Why this machine has no way to an address: mtr-packet only says "invalid-argument" then. Connecting
 *  a UDP socket asks the routing table and sends nothing.
 *  @returns the system's code (ENETUNREACH), null when there is a way */
export function whyNoRoute(address: string): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = createSocket(isIP(address) === 6 ? 'udp6' : 'udp4')
    const finish = (error?: NodeJS.ErrnoException): void => {
      socket.removeAllListeners('error')
      socket.on('error', () => {})
      socket.close()
      resolve(error === undefined ? null : (error.code ?? 'unknown'))
    }
    socket.on('error', finish)
    // The port stands for any: nothing is sent to it.
    socket.connect(1, address, finish)
  })
}

/** Whether an address is one of this machine's own: its answer "host unreachable" means that nobody in
 *  its own network answers for the target. */
export function isOwnAddress(address: string): boolean {
  return Object.values(networkInterfaces()).some(
    (entries) => entries?.some((entry) => entry.address === address) ?? false,
  )
}
