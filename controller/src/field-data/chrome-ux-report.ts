import { anySignal } from '@sightline/shared/any-signal'
import type { DeviceName } from '@sightline/shared/analyses/device'
import type { Logger } from '@sightline/shared/logger'
import { isIP } from 'node:net'
import { createTroubleLog } from '../process/trouble-log.ts'
import type { Level, LevelData } from './level.ts'
import { levelData, REPORT_METRICS, ReportRecord } from './level.ts'

/** Where the Chrome UX Report is asked, and with what. */
export interface ReportAccess {
  readonly url: string
  /** Secret: sent in a header, because addresses are logged on the way. */
  readonly key: string
}

/** Asks for what real users measured on a page or an origin; null where there is nothing to be had, for
 *  whatever reason. Never rejects.
 *  @param identifier an address: of it nothing but its origin and path leaves */
export type AskFieldData = <L extends Level>(
  level: L,
  identifier: URL,
  device: DeviceName,
  signal: AbortSignal,
) => Promise<LevelData<L> | null>

/** The call does not wait longer for what is only added to it. */
const TIMEOUT_MS = 5_000
/** An answer takes 5 kB. */
const MAX_ANSWER_BYTES = 256 * 1024

const FORM_FACTORS: Readonly<Record<DeviceName, string>> = { mobile: 'PHONE', desktop: 'DESKTOP' }

/** Names of private networks and addresses are nothing that the report knows, nor its maker's business. */
function isPublicName({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 && host.includes('.')
}

async function readBounded(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_ANSWER_BYTES) throw new Error('the answer is too long')
    text += decoder.decode(chunk, { stream: true })
  }
  return text
}

/** @param access null where the operator has no key: there is never anything then
 *  Source: Chrome UX Report API, records.queryRecord */
export function createAskFieldData(access: ReportAccess | null, log: Logger): AskFieldData {
  const trouble = createTroubleLog(log, {
    met: 'the Chrome UX Report cannot be read: results go without what real users measure',
    over: 'the Chrome UX Report can be read again',
  })
  return async (level, identifier, device, signal) => {
    if (access === null || !isPublicName(identifier)) return null
    const { origin, pathname } = identifier
    // The report knows addresses without their query, which may hold secrets.
    const asked = level === 'origin' ? { origin } : { url: `${origin}${pathname}` }
    try {
      const response = await fetch(access.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-goog-api-key': access.key },
        body: JSON.stringify({
          ...asked,
          formFactor: FORM_FACTORS[device],
          metrics: REPORT_METRICS,
        }),
        redirect: 'error',
        signal: anySignal([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      })
      const text = await readBounded(response)
      // Too few people visit it.
      const isUnknown = response.status === 404
      if (!isUnknown && !response.ok) throw new Error(`the answer has status ${response.status}`)
      const data = isUnknown ? null : levelData(level, ReportRecord.parse(JSON.parse(text)))
      trouble.over()
      return data
    } catch (error: unknown) {
      if (!signal.aborted) trouble.met(error)
      return null
    }
  }
}
