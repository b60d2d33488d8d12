import { anySignal } from '@sightline/shared/any-signal'
import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import type {
  ConsoleError,
  FailedRequest,
  Rendered,
  RenderFailure,
  Waited,
} from '../../browser/browser.ts'
import type { CheckFailure } from '../../outcome/check-failure.ts'
import { printable } from '../../outcome/printable.ts'
import type { CheckContext } from '../checker.ts'
import { roundMs } from '../../outcome/check-outcome.ts'
import type { WebAnswer } from '../../http/answer.ts'
import { judgeRendering } from './judge-rendering.ts'
import { renderRequestOf } from './render-request.ts'

type Settings = SettingsOf<'web'>

/** What rendering a page found. */
export interface Rendering {
  /** null when the page is as the monitor expects. */
  readonly failure: CheckFailure | null
  /** What results carry of it. */
  readonly details: Readonly<Record<string, unknown>>
}

/** A page whose plain request was good. */
export interface PlainPage {
  /** The monitor's own address. */
  readonly url: URL
  /** Of the plain answer. */
  readonly headers: WebAnswer['headers']
  /** The time limit of the whole check, and how much of it is gone, in ms. */
  readonly timeoutMs: number
  readonly spentMs: number
}

/** Of the time limit, for what comes after the browser: its last word, and the look for the keyword. */
const JUDGING_MS = 500
/** With less than this the browser's own start would be blamed on the page. */
const MIN_RENDERING_MS = 500

/** Together well below what a result can carry. */
const MAX_TOLD = 3
const MAX_TOLD_LENGTH = 200

/** A page that fails with less than this share of its time is not to blame. */
const FAIR_SHARE = 0.5

const NO_TURN = 'The turn of this page in the browser of this agent did not come.'

const inSeconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`

function toldError({ kind, text, source, line }: ConsoleError) {
  return {
    kind,
    text: printable(text, MAX_TOLD_LENGTH),
    source: source === null ? null : printable(source, MAX_TOLD_LENGTH),
    line,
  }
}

function toldRequest({ url, message, isBlocked }: FailedRequest) {
  return {
    url: printable(url, MAX_TOLD_LENGTH),
    message: printable(message, MAX_TOLD_LENGTH),
    isBlocked,
  }
}

/** A page that is as it should be is told in figures: there is one for every check. */
function detailsOf(rendered: Rendered, hasFailed: boolean): Rendering['details'] {
  const { consoleErrors, failedRequests, url, statusCode } = rendered
  const figures = {
    loadMs: rendered.ok ? roundMs(rendered.loadMs) : null,
    consoleErrorCount: consoleErrors.length,
    failedRequestCount: failedRequests.length,
    ...(rendered.ok && rendered.isHtmlTruncated ? { truncated: true } : {}),
  }
  if (!hasFailed) return { render: figures }
  return {
    render: { ...figures, url: printable(url, MAX_TOLD_LENGTH), statusCode },
    consoleErrors: consoleErrors.slice(0, MAX_TOLD).map(toldError),
    failedRequests: failedRequests.slice(0, MAX_TOLD).map(toldRequest),
  }
}

/** What the browser says of a page that it opened too late for it to be in time. */
function heldUp(came: RenderFailure & Waited): RenderFailure {
  const { waitedMs, message, ...sight } = came
  const late = `The browser of this agent was ready only after ${inSeconds(waitedMs)}, which left the page too little of the limit.`
  return { ...sight, kind: 'unavailable', message: `${late} What was seen: ${message}` }
}

/** Opens a page in the agent's browser in what is left of the time limit, and judges it there. */
export async function renderPage(
  { url, headers, timeoutMs, spentMs }: PlainPage,
  settings: Settings,
  {
    browser,
    signal,
    takeBrowserTurn,
  }: Pick<CheckContext, 'browser' | 'signal' | 'takeBrowserTurn'>,
): Promise<Rendering> {
  const spent = `the plain request had taken ${inSeconds(spentMs)} of it`
  const leftMs = timeoutMs - spentMs - JUDGING_MS
  if (leftMs < MIN_RENDERING_MS) {
    const message = `The limit of ${inSeconds(timeoutMs)} left no time to render the page: ${spent}.`
    const failure = { source: 'target', phase: 'content', cause: 'timeout', message } as const
    return { failure, details: {} }
  }
  if ((await takeBrowserTurn?.()) === false) {
    const failure = { source: 'agent', phase: null, cause: 'agentFault', message: NO_TURN } as const
    return { failure, details: {} }
  }
  const limit = AbortSignal.timeout(Math.floor(leftMs))
  const came = await browser.render(renderRequestOf(url, settings), anySignal([signal, limit]))
  const wasFair = came.ok || !limit.aborted || came.waitedMs <= leftMs * (1 - FAIR_SHARE)
  const rendered = wasFair ? came : heldUp(came)
  const timeNote = limit.aborted
    ? `The limit of ${inSeconds(timeoutMs)} struck meanwhile; ${spent}.`
    : null
  const failure = await judgeRendering(rendered, settings, { headers, timeNote }, signal)
  return { failure, details: detailsOf(rendered, failure !== null) }
}
