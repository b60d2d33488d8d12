import type { GuardProxy } from '../browser/guard-proxy.ts'
import { troubleFailure } from '../browser/render-failures.ts'
import { renderRefusal } from '../browser/render-refusal.ts'
import { printable } from '../outcome/printable.ts'
import { WorkRefusal } from '../outcome/work.ts'
import type { DocumentFailure } from './messages.ts'
import type { RunOutcome } from './run-lighthouse.ts'

/** A run that has no findings. */
export type FailedRun = Exclude<RunOutcome, { kind: 'findings' | 'noChrome' }>

type RefusalsOfProxy = Pick<GuardProxy, 'refusalOf' | 'wasCut'>

const MAX_SHOWN = 300

const NO_PAGE =
  'The address gives no page that a browser shows: it is a download, or has no content.'

/** What Lighthouse's codes mean for whoever asked; its own sentences speak to those who run it.
 *  Source: Lighthouse, core/lib/lh-error.js */
const TEXTS: Readonly<Record<string, string>> = {
  NO_FCP: 'The page painted nothing, so there is nothing to measure.',
  NO_LCP: 'The page painted nothing that counts as content, so there is nothing to measure.',
  NO_LCP_ALL_FRAMES:
    'The page painted nothing that counts as content, so there is nothing to measure.',
  NO_DOCUMENT_REQUEST: NO_PAGE,
  NOT_HTML: 'The address is no HTML page, which is all that Lighthouse measures.',
  PAGE_HUNG: 'The page does not react: its scripts keep the browser busy.',
  PROTOCOL_TIMEOUT: 'The page does not react: its scripts keep the browser busy.',
  TARGET_CRASHED:
    'The page crashed in the browser: it took too much memory, or hit a fault of the browser.',
}

/** Chrome's words for a download or an answer without content, and for an error status without a body. */
const GIVEN_UP = 'ERR_ABORTED'
const EMPTY_ERROR = 'ERR_HTTP_RESPONSE_CODE_FAILURE'

function documentRefusal(
  failure: DocumentFailure,
  asked: URL,
  proxy: RefusalsOfProxy,
): WorkRefusal {
  const { url, netError, statusCode } = failure
  if (netError === GIVEN_UP) return new WorkRefusal('upstreamFailed', NO_PAGE)
  if (netError === EMPTY_ERROR) {
    const message = `${printable(url, MAX_SHOWN)} answers with status ${statusCode ?? 'of an error'} and an empty body, so there is no page to measure.`
    return new WorkRefusal('upstreamFailed', message)
  }
  return renderRefusal(troubleFailure({ kind: 'failed', url, netError }, asked, proxy))
}

const HURRIED =
  'This agent measures one page after the other, and had too little time left for this one: try again.'

/** What a process that was ended means for whoever asked. */
const ENDED = {
  late: [
    'upstreamFailed',
    'The page was not measured within the time limit: it loads for too long, or its scripts keep the browser busy.',
  ],
  tooLarge: ['upstreamFailed', 'The page is too complex: measuring it took too much memory.'],
  broken: [
    'unavailable',
    'Lighthouse ended on this agent without a result, by an error of its own or because the machine lacks memory: try again.',
  ],
} as const

/** Why a page was not measured, as whoever asked is to be told.
 *  @param isHurried whether the run had less time than one should have
 *  Source: decisions, section 4 (403 for what is blocked, 502 for no usable response) */
export function labRefusal(
  run: FailedRun,
  { asked, proxy, isHurried }: { asked: URL; proxy: RefusalsOfProxy; isHurried: boolean },
): WorkRefusal {
  if (run.kind === 'noDocument') return documentRefusal(run.failure, asked, proxy)
  if (run.kind === 'unmeasured') {
    return new WorkRefusal('upstreamFailed', TEXTS[run.code] ?? printable(run.message, MAX_SHOWN))
  }
  if (run.kind === 'late' && isHurried) return new WorkRefusal('unavailable', HURRIED)
  const [code, message] = ENDED[run.kind]
  return new WorkRefusal(code, message)
}
