/** Where a controller listens for agents. */
export interface ControllerAddress {
  /** Without brackets. */
  readonly host: string
  readonly port: number
}

const LOOPBACK = /^(?:127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1|localhost)$/i

/** @param text "host:port" or "[ipv6]:port"
 *  @returns null when it is neither */
export function parseControllerAddress(text: string): ControllerAddress | null {
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([A-Za-z0-9._-]+)):(\d{1,5})$/.exec(text)
  const host = match?.[1] ?? match?.[2]
  const port = Number(match?.[3])
  return host !== undefined && port >= 1 && port <= 65_535 ? { host, port } : null
}

/** True for the addresses that only this machine can reach: the only ones a token may go to in the
 *  clear. */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK.test(host)
}
