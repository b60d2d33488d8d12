import { startTls } from '../../net/start-tls.ts'
import { printable } from '../../outcome/printable.ts'
import { roundMs } from '../../outcome/check-outcome.ts'
import type { Gather } from '../gather.ts'
import { MAX_SENTENCE } from '../gather.ts'

/** A handshake that takes any certificate and any version from TLS 1.0 on: where it succeeds, the
 *  certificate or the version is all that is wrong. */
export const gatherTls: Gather<'tls'> = async ({ host, port, ip, sni }, { tools }, signal) => {
  if (port === null) return null
  const dialled = await tools.dial({ host: ip ?? host, port, family: 'any' }, signal)
  if (!dialled.ok) {
    const { cause, message } = dialled.failure
    const error = printable(message, MAX_SENTENCE)
    return { connectMs: null, tlsMs: null, certificate: null, cause, error }
  }
  const wishes = { verify: false, minVersion: '1.0', sni, alpn: [] } as const
  const started = await startTls(dialled.socket, { host, port }, wishes, signal)
  if (started.ok) started.socket.destroy()
  const { details, tlsMs } = started
  const failure = started.ok ? null : started.failure
  return {
    connectMs: roundMs(dialled.connectMs),
    tlsMs: roundMs(tlsMs),
    certificate: details,
    cause: failure?.cause ?? null,
    error: failure === null ? null : printable(failure.message, MAX_SENTENCE),
  }
}
