import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import type { ConsoleError, Rendered, RenderedPage, RenderFailure } from '../../browser/browser.ts'
import type { CheckFailure } from '../../outcome/check-failure.ts'
import { printable } from '../../outcome/printable.ts'
import type { WebAnswer } from '../../http/answer.ts'
import { challengeBy } from './challenge-page.ts'
import { isBlank, searchableForms } from './document-text.ts'
import { isExpectedStatus } from '../../http/expected-status.ts'
import { keywordFailure } from './keyword.ts'
import { MAX_SHOWN_URL } from '../../http/redirect.ts'
import { botBlocked } from './unexpected-status.ts'

type Settings = SettingsOf<'web'>
type Headers = WebAnswer['headers']

const MAX_SHOWN_ERROR = 300

/** Kinds of failure that say nothing about the page. */
const OURS: ReadonlySet<RenderFailure['kind']> = new Set(['unavailable', 'noRoom', 'stopping'])

/** Kinds that say what the monitor asks for cannot be: a page that leads on to an address that may not
 *  be checked is judged as a redirect there is. */
const MISCONFIGURED: ReadonlySet<RenderFailure['kind']> = new Set(['badSelector', 'blocked'])

function agentsFault(message: string): CheckFailure {
  return { source: 'agent', phase: 'content', cause: 'agentFault', message }
}

function renderError(message: string): CheckFailure {
  return { source: 'target', phase: 'content', cause: 'renderError', message }
}

/** `"x is not defined" (https://example.com/app.js:12)`; a query may hold a token, and is left out. */
function shownError({ text, source, line }: ConsoleError): string {
  const shown = `"${printable(text, MAX_SHOWN_ERROR)}"`
  if (source === null) return shown
  const place = printable(source.replace(/[?#].*$/s, ''), MAX_SHOWN_ERROR)
  return `${shown} (${place}${line === null ? '' : `:${line}`})`
}

/** The page came with another status than the plain request got. */
function statusFailure(rendered: Rendered, settings: Settings, headers: Headers) {
  const { statusCode, url } = rendered
  if (statusCode === null || isExpectedStatus(settings.expectedStatus, statusCode)) return null
  const who = challengeBy(statusCode, headers, rendered.ok ? rendered.html : '')
  if (who !== null) return botBlocked(who, statusCode)
  const expected = settings.expectedStatus.join(', ')
  return renderError(
    `A browser was answered ${statusCode} at ${printable(url, MAX_SHOWN_URL)} where ${expected} was expected; the plain request was answered as expected.`,
  )
}

function loadFailure({ message, consoleErrors }: RenderFailure, timeNote: string | null) {
  const [first] = consoleErrors
  const inConsole =
    first === undefined ? null : `The first error in its console: ${shownError(first)}.`
  return renderError([message, timeNote, inConsole].filter((each) => each !== null).join(' '))
}

function consoleFailure({ consoleErrors }: RenderedPage): CheckFailure | null {
  const [first] = consoleErrors
  if (first === undefined) return null
  const what =
    first.kind === 'exception' ? 'A script of the page failed' : 'The page reports an error'
  const more = consoleErrors.length - 1
  const others =
    more === 0 ? '' : ` There ${more === 1 ? 'is 1 more' : `are ${more} more`} in its console.`
  return renderError(`${what}: ${shownError(first)}.${others}`)
}

/** What the keyword says about the document as its scripts left it. */
async function documentFailure(
  { html, isHtmlTruncated, statusCode }: RenderedPage,
  { keyword, maxBodyBytes }: Settings,
  headers: Headers,
  signal: AbortSignal,
): Promise<CheckFailure | null> {
  if (keyword === null) return null
  const bytes = Buffer.from(html, 'utf8')
  const isCut = bytes.length > maxBodyBytes
  const looked = isCut ? bytes.toString('utf8', 0, maxBodyBytes) : html
  const lookedBytes = Math.min(bytes.length, maxBodyBytes)
  const failure = await keywordFailure(
    {
      forms: searchableForms(looked),
      place: 'the rendered page',
      truncatedAt: isCut || isHtmlTruncated ? lookedBytes : null,
    },
    keyword,
    signal,
  )
  if (failure?.cause !== 'keywordMissing') return failure
  const who = statusCode === null ? null : challengeBy(statusCode, headers, looked)
  if (who !== null) return botBlocked(who, statusCode ?? 0)
  if (isCut || !isBlank(looked)) return failure
  const message =
    'The page is blank when a browser has rendered it, but something in it was expected.'
  return { ...failure, cause: 'emptyBody', message }
}

/** What is wrong with a page in a browser; null when nothing is. The plain request was good.
 *  @param headers of the plain answer
 *  @param timeNote what to tell of the time limit when it struck meanwhile; null when it did not */
export async function judgeRendering(
  rendered: Rendered,
  settings: Settings,
  { headers, timeNote }: { headers: Headers; timeNote: string | null },
  signal: AbortSignal,
): Promise<CheckFailure | null> {
  if (!rendered.ok && OURS.has(rendered.kind)) return agentsFault(rendered.message)
  if (!rendered.ok && MISCONFIGURED.has(rendered.kind)) {
    const { message } = rendered
    return { source: 'agent', phase: 'content', cause: 'monitorMisconfigured', message }
  }
  const failure =
    statusFailure(rendered, settings, headers) ??
    (rendered.ok
      ? ((settings.render.failOnConsoleError ? consoleFailure(rendered) : null) ??
        (await documentFailure(rendered, settings, headers, signal)))
      : loadFailure(rendered, timeNote))
  // What we kept from the page may be what it lacks, but not what is too much in it.
  if (failure === null || !rendered.wasCut || failure.cause === 'keywordPresent') return failure
  return agentsFault(
    `The page asks for more than an agent renders, and the rest was refused. What was seen: ${failure.message}`,
  )
}
