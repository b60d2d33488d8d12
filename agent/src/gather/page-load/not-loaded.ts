import { MAX_REQUEST_ERROR } from '@sightline/shared/analyses/waterfall'
import type { Protocol } from 'puppeteer'
import type { GuardProxy } from '../../browser/guard-proxy.ts'
import { netErrorText, netErrorWord } from '../../browser/net-errors.ts'
import { printable } from '../../outcome/printable.ts'

/** What the proxy knows about requests that came to nothing. */
export type ProxyReasons = Pick<GuardProxy, 'refusalOf' | 'wasCut'>

const CORP = 'its header Cross-Origin-Resource-Policy forbids other sites to load it'

/** Why Chrome itself kept something from a page. */
const BLOCKED: Partial<Record<Protocol.Network.BlockedReason, string>> = {
  csp: 'the content security policy of the page forbids it',
  integrity: 'its content is not what the page says it must be (integrity)',
  'mixed-content': 'a page over https may not load it over http',
  'coep-frame-resource-needs-coep-header':
    'frames of this page need the header Cross-Origin-Embedder-Policy',
  'corp-not-same-origin': CORP,
  'corp-not-same-origin-after-defaulted-to-same-origin-by-coep':
    'this page needs the header Cross-Origin-Resource-Policy of all that it loads',
  'corp-not-same-site': CORP,
}

type Failure = Pick<
  Protocol.Network.LoadingFailedEvent,
  'errorText' | 'canceled' | 'blockedReason' | 'corsErrorStatus'
>

function reasonOf(failure: Failure, wasCut: boolean): string {
  const { errorText, blockedReason, corsErrorStatus } = failure
  if (blockedReason !== undefined) {
    return BLOCKED[blockedReason] ?? `Chrome blocked it (${blockedReason})`
  }
  if (corsErrorStatus !== undefined) {
    return `its server does not let scripts of this page read it (CORS: ${corsErrorStatus.corsError})`
  }
  return wasCut
    ? 'the page asks for more than a rendering may load'
    : netErrorText(netErrorWord(errorText))
}

/** Why a request of a page has no complete answer, as a sentence.
 *  @param asked.url of the request, whole @param asked.isAnswered its answer had begun to come */
export function notLoadedText(
  failure: Failure,
  asked: { url: string; isAnswered: boolean },
  proxy: ProxyReasons,
): string {
  const refusal = proxy.refusalOf(asked.url)
  if (refusal !== null) return printable(refusal.message, MAX_REQUEST_ERROR)
  const isGivenUp = failure.canceled === true || netErrorWord(failure.errorText) === 'ERR_ABORTED'
  if (isGivenUp && failure.blockedReason === undefined) {
    return asked.isAnswered
      ? 'The page did not read the answer to its end.'
      : 'The page gave the request up.'
  }
  return printable(`It was not loaded: ${reasonOf(failure, proxy.wasCut())}.`, MAX_REQUEST_ERROR)
}
