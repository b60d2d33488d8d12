import { peerName } from '@sightline/shared/peer-name'

/** Where a controller listens for agents. */
export interface ControllerAddress {
  /** Without brackets. */
  readonly host: string
  readonly port: number
}

const LOOPBACK = /^(?:127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1|localhost)$/i

/** @param text "host:port" or "[ipv6]:port"
 *  @returns null when it is neither */
function parseControllerAddress(text: string): ControllerAddress | null {
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([A-Za-z0-9._-]+)):(\d{1,5})$/.exec(text)
  const host = match?.[1] ?? match?.[2]
  const port = Number(match?.[3])
  return host !== undefined && port >= 1 && port <= 65_535 ? { host, port } : null
}

/** "host:port" as it was given. */
export function controllerName({ host, port }: ControllerAddress): string {
  return peerName(host, port)
}

/** Reads where the controllers listen, each named once.
 *  @param text as of `parseControllerAddress`, with commas between several
 *  @returns null when one is none, or there is none */
export function parseControllerAddresses(
  text: string,
): readonly [ControllerAddress, ...ControllerAddress[]] | null {
  const byName = new Map<string, ControllerAddress>()
  for (const part of text.split(',')) {
    const address = parseControllerAddress(part.trim())
    if (address === null) return null
    byName.set(controllerName(address), address)
  }
  const [first, ...others] = byName.values()
  return first === undefined ? null : [first, ...others]
}

/** True for the addresses that only this machine can reach: the only ones a token may go to in the
 *  clear. */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK.test(host)
}
