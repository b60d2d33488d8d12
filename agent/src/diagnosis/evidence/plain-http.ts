import { TYPE_DESCRIPTIONS } from '@sightline/shared/monitor-types/registry'
import { follow } from '../../checks/web/follow.ts'
import { headerText } from '../../http/header-text.ts'
import { printable } from '../../outcome/printable.ts'
import type { Gather } from '../gather.ts'
import { MAX_SENTENCE } from '../gather.ts'

/** The site without TLS: an answer means that only TLS is broken. */
export const gatherPlainHttp: Gather<'plainHttp'> = async (subject, { tools, ports }, signal) => {
  const { host } = subject
  const port = ports.http
  const authority = host.includes(':') ? `[${host}]` : host
  const url = URL.parse(`http://${authority}:${port}/`)
  if (url === null) return null
  const settings = TYPE_DESCRIPTIONS.web.shape.parse({
    method: 'HEAD',
    expectedStatus: ['100-599'],
  })
  const { last } = await follow(url, settings, { ...tools, signal })
  const { answer, failure } = last
  const [location] = answer?.locations ?? []
  return {
    port,
    statusCode: answer?.statusCode ?? null,
    location: location === undefined ? null : printable(headerText(location), MAX_SENTENCE),
    error: failure === null ? null : printable(failure.message, MAX_SENTENCE),
  }
}
