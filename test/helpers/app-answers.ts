import type { Page, Protocol } from 'puppeteer'
import { keptAuditAnswer } from './kept-audit-answers.ts'
import type { AnalysisName } from '@sightline/shared/analyses/registry'
import { ANALYSES } from '@sightline/shared/analyses/registry'
import { analysisExample } from '../../controller/src/api/description/analyses/example.ts'
import type { Analyses } from './kept-audit-answers.ts'

/** Whatever is JSON. */
type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** The examples of their description: no test reaches another host. */
export const exampleAnalyses: Analyses = (name) =>
  name in ANALYSES ? analysisExample(name as AnalysisName) : undefined

const STREAMS = /\/events$/

/** What is not text to be read but what a page acts by: which thing, which kind, when. */
const ACTED_BY =
  /^(?:id|\w+Ids?|\w*[sS]tatus|\w*[sS]tate|kind|type|scope|cause|category|severity|channel|channels|role|recurrence|phase|method|tier|unit|format|quorum|checkMode|beats|data|mimeType|timezone|grade|impact|device|capabilities|permissions|look|key|interval|trend|field)$/
const MOMENT = /^\d{4}-\d\d-\d\d/

/** Markup that runs a script wherever it is taken for markup. */
const MARKUP = `<img src=x onerror="window.owned=1"><script>window.owned=1</script>Zahlungsschnittstellenüberwachung_für_Bestellungen`

/** Headers as an analysis sorted them, by names of its own. */
const isJudged = (headers: Json): boolean =>
  typeof headers === 'object' && headers !== null && 'leaking' in headers

/** The same answer with markup in every text of it, also in the names of headers, and with addresses that run a script
 *  where they are followed. */
export function withMarkup(value: Json, name = '', isNamed = false): Json {
  if (typeof value === 'string') {
    if (ACTED_BY.test(name) || MOMENT.test(value)) return value
    return /^https?:/.test(value) ? `javascript:window.owned=1//${MARKUP}` : `${MARKUP}${value}`
  }
  if (Array.isArray(value)) return value.map((each: Json) => withMarkup(each, name))
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([field, inner]): [string, Json] => [
    isNamed ? `${MARKUP}${field}` : field,
    withMarkup(inner, field, field === 'headers' && !isJudged(inner)),
  ])
  return Object.fromEntries(fields)
}

/** Reads of who is signed in, each of the same address once: a test that shows pages faster than people do would ask for
 *  more than one person may. */
export function createReads(
  cookie: string,
): (url: string) => Promise<{ status: number; body: Json }> {
  const known = new Map<string, Promise<{ status: number; body: Json }>>()
  async function read(url: string): Promise<{ status: number; body: Json }> {
    const answer = await fetch(url, { headers: { cookie } })
    return { status: answer.status, body: (await answer.json()) as Json }
  }
  return (url) => {
    const answer = known.get(url) ?? read(url)
    known.set(url, answer)
    return answer
  }
}

/** Answers for the controller what the app reads.
 *  @param by.alter what becomes of each answer */
export async function answerReads(
  page: Page,
  by: {
    read: ReturnType<typeof createReads>
    analyses: Analyses
    alter: (answer: Json) => Json
  },
): Promise<void> {
  const client = await page.createCDPSession()
  async function answer({ requestId, request }: Protocol.Fetch.RequestPausedEvent): Promise<void> {
    const { pathname, searchParams } = new URL(request.url)
    const kept = keptAuditAnswer(pathname, request.postData, by.analyses)
    if (kept === undefined && (request.method !== 'GET' || STREAMS.test(pathname))) {
      await client.send('Fetch.continueRequest', { requestId })
      return
    }
    const analysis =
      kept ??
      (searchParams.has('url')
        ? by.analyses(pathname.slice('/api/v1/'.length), searchParams)
        : undefined)
    const { status, body } =
      analysis === undefined ? await by.read(request.url) : { status: 200, body: analysis as Json }
    await client.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: status,
      responseHeaders: [{ name: 'Content-Type', value: 'application/json' }],
      body: Buffer.from(JSON.stringify(by.alter(body))).toString('base64'),
    })
  }
  // One that was broken off wants no answer.
  client.on('Fetch.requestPaused', (paused) => void answer(paused).catch(() => undefined))
  // By itself puppeteer would stop each file of the app too.
  await client.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/v1/*' }] })
}
