import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import type { CheckFailure } from '../../outcome/check-failure.ts'
import type { WebAnswer } from '../../http/answer.ts'
import { bodyText } from './body-text.ts'
import { decodeBody, labelProblem } from '../../http/decode-body.ts'
import { headerFailure } from './header-checks.ts'
import { jsonFailure } from './json-checks.ts'
import { keywordFailure } from './keyword.ts'

type Settings = SettingsOf<'web'>

/** Whether a monitor has anything to look for in a body. */
export function looksAtBody({ keyword, jsonChecks }: Settings): boolean {
  return keyword !== null || jsonChecks.length > 0
}

/** A body as text, or what is wrong with it. `truncatedAt` is null when all of it is there, else how
 *  many bytes are. */
export type ReadBody =
  | { readonly text: string; readonly truncatedAt: number | null }
  | { readonly failure: CheckFailure }

/** @param problem goes on after "The answer " */
function brokenBody(problem: string): CheckFailure {
  const message = `The answer ${problem}.`
  return { source: 'target', phase: 'content', cause: 'protocolError', message }
}

/** Decodes the kept part of a body. */
export async function readBody(
  answer: WebAnswer,
  maxBytes: number,
  signal: AbortSignal,
): Promise<ReadBody> {
  const { headers, body, isTruncated, bodyBytes } = answer
  const encoding = headers.get('content-encoding')
  const isCut = isTruncated || body.length < bodyBytes || maxBytes === 0
  const decoded = await decodeBody({ bytes: body, isCut }, encoding, maxBytes, signal)
  if (!decoded.ok && signal.aborted) {
    const message = 'The agent could not read the answer within the time limit.'
    return { failure: { source: 'agent', phase: 'content', cause: 'agentFault', message } }
  }
  if (!decoded.ok) return { failure: brokenBody(decoded.problem) }
  const truncatedAt = decoded.isTruncated ? decoded.bytes.length : null
  const text = await bodyText(decoded.bytes, headers.get('content-type'), decoded.isTruncated)
  return { text, truncatedAt }
}

function isSomethingExpected({ keyword, jsonChecks }: Settings): boolean {
  return jsonChecks.length > 0 || (keyword !== null && keyword.mode !== 'absent')
}

/** What a monitor expects of an answer's headers and body and does not find; null when all is there.
 *  `isTruncated`: the decoded body is larger than the limit. */
export async function contentFailure(
  answer: WebAnswer,
  settings: Settings,
  signal: AbortSignal,
): Promise<{ failure: CheckFailure | null; isTruncated: boolean; text: string | null }> {
  const wrongHeader = await headerFailure(answer.headers, settings.headerChecks, signal)
  if (wrongHeader !== null || !looksAtBody(settings)) {
    const wrongLabel = labelProblem(answer.body, answer.headers.get('content-encoding'))
    const failure = wrongHeader ?? (wrongLabel === null ? null : brokenBody(wrongLabel))
    return { failure, isTruncated: answer.isTruncated, text: null }
  }
  const read = await readBody(answer, settings.maxBodyBytes, signal)
  if ('failure' in read) return { ...read, isTruncated: answer.isTruncated, text: null }
  const { text, truncatedAt } = read
  const isTruncated = answer.isTruncated || truncatedAt !== null
  if (text === '' && !isTruncated && isSomethingExpected(settings)) {
    const message = 'The answer has no body, but something in it was expected.'
    const failure = { source: 'target', phase: 'content', cause: 'emptyBody', message } as const
    return { failure, isTruncated, text }
  }
  const failure =
    (await keywordFailure(
      { forms: [text], place: 'the answer', truncatedAt },
      settings.keyword,
      signal,
    )) ?? (await jsonFailure(text, truncatedAt, settings.jsonChecks, signal))
  return { failure, isTruncated, text }
}
