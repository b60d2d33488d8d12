import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import type { CheckFailure } from '../../outcome/check-failure.ts'
import { printable } from '../../outcome/printable.ts'
import type { JsonAnswer, JsonCheck, JsonQuestion } from '../matching/judge-json.ts'
import { judgeJson } from '../matching/judge-json.ts'
import { settleVerdict } from '../matching/operators.ts'
import type { ThreadAnswer } from '../../bounds/thread-queue.ts'
import { wantedText } from '../matching/values.ts'
import { unjudged } from '../matching/unjudged.ts'

const MAX_SHOWN = 200
/** Longer texts, in characters, are read in a thread of their own: this many took up to 10 ms. */
const MAX_INLINE_LENGTH = 256 * 1024

/** Whether a check may look at all there is; each such took as long as reading the text does. */
const isWide = ({ path, operator }: JsonCheck): boolean =>
  path.includes('*') || operator === 'contains'

function mismatch(message: string): CheckFailure {
  return { source: 'target', phase: 'content', cause: 'jsonMismatch', message }
}

const UNREAD = {
  busy: 'The agent has too many answers to read at the moment.',
  late: 'The agent could not read the JSON of the answer within the time limit.',
  slow: 'The JSON of the answer takes too long to read.',
  large: 'The JSON of the answer takes too much memory to read.',
  broken: 'The agent could not read the JSON of the answer because of an error of its own.',
} as const satisfies Record<Extract<ThreadAnswer<unknown>, { ok: false }>['why'], string>

async function judge(
  question: JsonQuestion,
  signal: AbortSignal,
): Promise<ThreadAnswer<JsonAnswer>> {
  const { length } = question.text
  const looks = Math.max(1, question.checks.filter(isWide).length)
  if (looks * length <= MAX_INLINE_LENGTH) return { ok: true, answer: judgeJson(question) }
  const { jsonQueue } = await import('../matching/json-worker.ts')
  return jsonQueue.ask(question, 2 * length, signal)
}

function describe(check: JsonCheck, is: string): string {
  const path = printable(check.path, MAX_SHOWN)
  const shown = printable(JSON.stringify(check.value) ?? '', MAX_SHOWN)
  return `The JSON value ${path} ${is}; it should ${wantedText(check, shown)}.`
}

/** The first JSON value that is not as the monitor expects; null when all are.
 *  @param truncatedAt bytes that were looked at when there are more, null when that is all */
export async function jsonFailure(
  text: string,
  truncatedAt: number | null,
  checks: SettingsOf<'web'>['jsonChecks'],
  signal: AbortSignal,
): Promise<CheckFailure | null> {
  if (checks.length === 0) return null
  const judged = await judge({ text, checks }, signal)
  const answer = judged.ok ? judged.answer : judged.why
  if (typeof answer === 'string') {
    return unjudged({ ok: false, source: 'agent', message: UNREAD[answer] })
  }
  if ('unreadable' in answer) {
    const why =
      truncatedAt === null
        ? `The answer is no JSON${answer.unreadable}.`
        : `The answer cannot be read as JSON: only its first ${truncatedAt} bytes were looked at.`
    return mismatch(why)
  }
  for (const [i, { verdict, is }] of answer.findings.entries()) {
    const check = checks[i]
    if (check === undefined) break
    // oxlint-disable-next-line no-await-in-loop
    const match = await settleVerdict(verdict, signal)
    if (!match.ok) return unjudged(match)
    if (!match.matches) return mismatch(describe(check, is))
  }
  return null
}
