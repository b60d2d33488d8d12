import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { vi } from 'vitest'

/** Has this process trust these authorities alone, as NODE_EXTRA_CA_CERTS would, until what is returned is
 *  called: give it back from `beforeAll`. The agent makes its TLS settings once, at its first handshake, with
 *  the authorities of that moment. So a file that calls this starts with modules of its own, by
 *  `vi.hoisted(() => vi.resetModules())`, and leaves none to the files after it. */
export function trustAuthorities(certificates: readonly string[]): () => void {
  const before = getCACertificates('default')
  setDefaultCACertificates([...certificates])
  return () => {
    setDefaultCACertificates(before)
    vi.resetModules()
  }
}
