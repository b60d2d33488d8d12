import { SETTING_SHAPES } from '@sightline/shared/setting-shapes'
import { follow } from '../../checks/web/follow.ts'
import { headerText } from '../../checks/web/header-text.ts'
import { printable } from '../../printable.ts'
import type { Gather } from '../gather.ts'
import { MAX_SENTENCE } from '../gather.ts'

/** The site without TLS: an answer means that only TLS is broken. */
export const gatherPlainHttp: Gather<'plainHttp'> = async (subject, { tools, ports }, signal) => {
  const { host, timeoutMs } = subject
  const port = ports.http
  const authority = host.includes(':') ? `[${host}]` : host
  const url = URL.parse(`http://${authority}:${port}/`)?.href
  if (url === undefined) return null
  const settings = SETTING_SHAPES.web.parse({ method: 'HEAD', expectedStatus: ['100-599'] })
  const { last } = await follow({ type: 'web', url, timeoutMs, settings }, { ...tools, signal })
  const { answer, failure } = last
  const [location] = answer?.locations ?? []
  return {
    port,
    statusCode: answer?.statusCode ?? null,
    location: location === undefined ? null : printable(headerText(location), MAX_SENTENCE),
    error: failure === null ? null : printable(failure.message, MAX_SENTENCE),
  }
}
