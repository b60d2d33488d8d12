import { isIP } from 'node:net'

/** Where passkeys belong to: the host name that browsers tie them to, and the pages that may ask for them. WebAuthn
 *  knows no IP addresses: of an installation that is reached at one it is "localhost".
 *  @param publicUrl the address people reach this installation at */
export function passkeyHost(publicUrl: string): { rpId: string; origins: string[] } {
  const url = new URL(publicUrl)
  if (isIP(url.hostname.replaceAll(/[[\]]/g, '')) !== 0) url.hostname = 'localhost'
  return { rpId: url.hostname, origins: [url.origin] }
}
