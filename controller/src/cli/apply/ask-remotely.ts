import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '@sightline/shared/errors'
import type { Ask } from './ask.ts'
import type { Applied } from '../../apply/applied.ts'

/** Times that a busy installation is asked, and how long is waited for it in ms. */
const MAX_ATTEMPTS = 5
const MAX_WAIT_MS = 60_000
/** Longer nothing takes that the API takes at all. */
const TIMEOUT_MS = 10 * 60_000

/** Applies documents over the API of an installation.
 *  @param url of the installation, with or without /api/v1 */
export function askRemotely(url: string, key: string): Ask {
  const base = url.replace(/\/+$/, '').replace(/\/api\/v1$/, '')
  return async (document, { dryRun, prune, set, expect }) => {
    const query = new URLSearchParams({ dryRun: String(dryRun), prune: String(prune) })
    if (set !== null) query.set('set', set)
    if (expect !== null) query.set('expect', expect)
    const send = (): Promise<Response> =>
      post(`${base}/api/v1/apply?${query.toString()}`, key, document)
    let response = await send()
    for (let attempt = 1; isBusy(response) && attempt < MAX_ATTEMPTS; attempt += 1) {
      await delay(waitOf(response))
      response = await send()
    }
    return answerOf(response)
  }
}

async function post(url: string, key: string, document: unknown): Promise<Response> {
  try {
    return await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify(document),
      // The key is for this host alone.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  } catch (error: unknown) {
    const { cause } = error as { readonly cause?: unknown }
    const reason = cause instanceof Error ? cause.message : String(error)
    throw new AppError('unavailable', `The installation cannot be reached: ${reason}`)
  }
}

/** Nothing was done yet. */
function isBusy({ status, headers }: Response): boolean {
  return (status === 429 || status === 503) && waitOf({ headers }) <= MAX_WAIT_MS
}

function waitOf({ headers }: Pick<Response, 'headers'>): number {
  return Number(headers.get('retry-after') ?? 1) * 1_000
}

async function answerOf(response: Response): Promise<Applied> {
  const body: unknown = await response.json().catch(() => null)
  const told = typeof body === 'object' && body !== null ? body : {}
  if (response.ok) {
    if ('steps' in told && Array.isArray(told.steps)) return told as Applied
    const { origin } = new URL(response.url)
    throw new AppError(
      'badRequest',
      `What answers at ${origin} is not Sightline, or none that can apply files.`,
    )
  }
  const text = `The installation answered ${response.status}.`
  const error = 'error' in told && typeof told.error === 'string' ? told.error : text
  throw new AppError('badRequest', error, {
    body: 'problems' in told ? { problems: told.problems } : {},
  })
}
