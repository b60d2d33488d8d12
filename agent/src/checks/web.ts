import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import type { WebAnswer } from '../http/answer.ts'
import type { CheckFailure } from '../outcome/check-failure.ts'
import type { CheckContext, Checker } from './checker.ts'
import { NAMES } from './diagnosis-hints.ts'
import type { CheckOutcome } from '../outcome/check-outcome.ts'
import { agentFault, failed, roundMs } from '../outcome/check-outcome.ts'
import { expiringCertificate } from './shortcomings/expiring-certificate.ts'
import { slowAnswer } from './shortcomings/slow-answer.ts'
import { challengeBy } from './web/challenge-page.ts'
import { contentFailure } from './web/content.ts'
import type { Trail } from './web/follow.ts'
import { follow } from './web/follow.ts'
import { plainSettings } from './web/plain-settings.ts'
import type { PlainPage, Rendering } from './web/rendering.ts'
import { tellingHeaders } from './web/telling-headers.ts'
import { botBlocked, unexpectedStatus } from './web/unexpected-status.ts'

type Settings = SettingsOf<'web'>

const NOTHING = Buffer.alloc(0)

interface Verdict {
  readonly failure: CheckFailure | null
  readonly isTruncated: boolean
}

function detailsOf(
  { hops, last }: Trail,
  verdict: Verdict,
  rendering: Rendering | null,
): Record<string, unknown> | null {
  const { tls } = last
  const answer = cameOf(last)
  if (answer === null && tls === null && hops.length === 0) return null
  return {
    ...(answer === null ? {} : { httpVersion: answer.httpVersion }),
    ...(tls === null ? {} : { tls }),
    ...(hops.length === 0 ? {} : { redirects: hops }),
    ...(verdict.isTruncated ? { truncated: true } : {}),
    ...(verdict.failure === null || answer === null ? {} : { headers: tellingHeaders(answer) }),
    ...rendering?.details,
  }
}

/** The answer, or as much of it as came. */
const cameOf = ({ answer, cut }: Trail['last']): WebAnswer | null => answer ?? cut ?? null

/** Without what was judged already: many checks may wait for their pages. */
function withoutBody(trail: Trail): Trail {
  const { last } = trail
  if (last.answer === null) return trail
  return { ...trail, last: { ...last, answer: { ...last.answer, body: NOTHING } } }
}

/** What is wrong with a trail and its answer: the way there, then the status, then the content. */
async function judgeAnswer(
  trail: Trail,
  settings: Settings,
  context: CheckContext,
): Promise<Verdict> {
  const { answer } = trail.last
  const isTruncated = answer?.isTruncated === true
  // A status that is wrong says more than that the rest of its answer did not come.
  const seen = { ...trail, last: { ...trail.last, answer: cameOf(trail.last) } }
  const failure =
    trail.failure ?? (await unexpectedStatus(seen, settings, context)) ?? trail.last.failure
  if (failure !== null || answer === null) return { failure, isTruncated }
  const content = await contentFailure(answer, settings, context.signal)
  // A text that should not be there is there, whoever sent it.
  if (content.failure?.source !== 'target' || content.failure.cause === 'keywordPresent') {
    return content
  }
  // A challenge page may come with a status that is expected; what is missing in it says nothing.
  const who = challengeBy(answer.statusCode, answer.headers, content.text ?? '')
  return who === null ? content : { ...content, failure: botBlocked(who, answer.statusCode) }
}

async function inBrowser(
  page: PlainPage,
  settings: Settings,
  context: CheckContext,
): Promise<Rendering> {
  // Loaded at its first use: agents that render nothing never need it.
  const { renderPage } = await import('./web/rendering.ts')
  return renderPage(page, settings, context)
}

/** Why an answer that is as expected is not quite good; null when it is. */
function shortcoming(
  { last, certificate, phases }: Trail,
  totalMs: number,
  settings: Settings,
): CheckFailure | null {
  const host = certificate?.tls === last.tls ? null : (certificate?.host ?? null)
  return (
    expiringCertificate(certificate?.tls ?? null, settings.tls.minDaysLeft, host) ??
    slowAnswer(totalMs, settings.maxResponseMs, phases)
  )
}

const WEB_HINTS: Checker<'web'>['hints'] = {
  pieces: {
    name: NAMES,
    connection: ['trace', 'addresses', 'ports', 'resolver'],
    handshake: ['tls', 'connect', 'addresses', 'plainHttp'],
    silence: ['trace', 'connect', 'addresses', 'plainHttp'],
    answer: ['page', 'addresses'],
  },
  otherPorts: () => [443, 80, 22],
  handshakeOf: (url, { tls }) => ({ isTls: url.startsWith('https:'), sni: tls.sni }),
  isRepeatable: ({ method }) => /^(?:GET|HEAD|OPTIONS)$/.test(method),
  // What a browser found needs no second one: what is compared is the plain answer.
  repeatedWith: plainSettings,
}

/** Checks a web page: request, status, redirects, certificate, headers, body and the time of each
 *  phase. Timings are those of the last hop, `responseMs` spans all of them. A redirect whose status is
 *  itself expected is not followed. With `render` a page whose plain request is good is then opened in a
 *  browser, where its keyword is looked for; status, figures and all else stay those of the plain
 *  request. Source: decisions, section 6 */
export const webChecker: Checker<'web'> = {
  type: 'web',
  hints: WEB_HINTS,
  async run(spec, context): Promise<CheckOutcome> {
    const { settings } = spec
    const { missing } = context.browser
    if (settings.render.enabled && missing !== null) return agentFault(missing)
    const url = /^https?:\/\//.test(spec.url) ? URL.parse(spec.url) : null
    if (url === null) {
      return agentFault('This agent was given a target that is no http or https address.')
    }
    const startedAtMs = performance.now()
    const asked = plainSettings(settings)
    let trail = await follow(url, asked, context)
    const totalMs = performance.now() - startedAtMs
    const plain = await judgeAnswer(trail, asked, context)
    if (settings.render.enabled) trail = withoutBody(trail)
    const { last } = trail
    const isRendered = settings.render.enabled && plain.failure === null && last.answer !== null
    const rendering = isRendered
      ? await inBrowser(
          {
            url,
            headers: last.answer.headers,
            timeoutMs: spec.timeoutMs,
            spentMs: performance.now() - startedAtMs,
          },
          settings,
          context,
        )
      : null
    const verdict = rendering === null ? plain : { ...plain, failure: rendering.failure }
    const facts = {
      statusCode: cameOf(last)?.statusCode ?? null,
      responseMs: last.answer === null ? null : roundMs(totalMs),
      ip: last.ip,
      timings: last.timings,
      details: detailsOf(trail, verdict, rendering),
    }
    if (verdict.failure !== null) return failed(verdict.failure, facts)
    const lacking = shortcoming(trail, totalMs, settings)
    return { ...facts, status: lacking === null ? 'up' : 'degraded', failure: lacking }
  },
}
