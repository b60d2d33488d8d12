import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import type { CheckFailure } from '../../outcome/check-failure.ts'
import type { Answered, AskLimits } from '../../dns/ask.ts'
import { followAliases } from '../../dns/alias-chain.ts'
import type { DnsServer } from '../../dns/exchange.ts'
import type { DnsMessage } from '../../dns/message.ts'
import type { DnsQuestion } from '../../dns/question.ts'
import { recordText } from '../../dns/record-text.ts'
import { TYPE_NUMBERS } from '../../dns/record-type.ts'
import type { CheckContext } from '../checker.ts'
import type { Expectation } from './expected-answers.ts'

/** What one check asks and expects. */
export interface Inquiry {
  /** The name that is asked for, ASCII, without trailing dot. */
  readonly name: string
  readonly settings: SettingsOf<'dns'>
  readonly expectation: Expectation
  /** Where name servers that are found through the zone are asked. */
  readonly nameServerPort: number
  readonly context: CheckContext
  readonly timeoutMs: number
  /** When the time limit strikes, on the clock of `performance.now()`. */
  readonly deadlineMs: number
}

/** More records of an answer are not read, nor records with more text than this together, in
 *  characters. Compressed names make 5 MB out of an answer of 64 KB. */
const MAX_RECORDS = 1_000
const MAX_TEXT = 128 * 1024

/** Records of the asked type in an answer. */
export interface FoundRecords {
  /** Their values; fewer than there are records when these are too many to read. */
  readonly values: readonly string[]
  readonly count: number
  /** Least time to live of them, in seconds; null when there are none. */
  readonly ttl: number | null
}

export const NO_RECORDS: FoundRecords = { values: [], count: 0, ttl: null }

/** What came of it. */
export interface Finding extends FoundRecords {
  /** null when the answer is as expected. */
  readonly failure: CheckFailure | null
  /** Who was asked last; null when nobody was. */
  readonly server: DnsServer | null
  readonly answered: Answered | null
  /** When the answer was there, on the clock of `performance.now()`; null when none came. */
  readonly answeredAtMs: number | null
  /** Time spent to find out whom to ask; null when that was known. */
  readonly dnsMs: number | null
  /** Facts of the way this answer was found, for the details of the result. */
  readonly facts: Readonly<Record<string, unknown>>
}

/** A finding that ended before any server was asked. */
export function unasked(
  failure: CheckFailure,
  dnsMs: number | null,
  facts: Finding['facts'] = {},
): Finding {
  return {
    failure,
    server: null,
    answered: null,
    answeredAtMs: null,
    dnsMs,
    ...NO_RECORDS,
    facts,
  }
}

/** The question of a check to a resolver. */
export function questionOf({ name, settings }: Inquiry): DnsQuestion {
  return {
    name,
    type: settings.recordType,
    recursive: true,
    dnssec: settings.dnssec === 'require',
    unchecked: false,
    edns: true,
  }
}

/** What the limit of a check still leaves. */
export function limitsLeft({ context, deadlineMs }: Inquiry): AskLimits {
  return { signal: context.signal, limitMs: Math.max(0, deadlineMs - performance.now()) }
}

/** The asked records in an answer.
 *  @returns also the name that the aliases in it lead to */
export function recordsIn(
  message: DnsMessage,
  question: Pick<DnsQuestion, 'name' | 'type'>,
): FoundRecords & { lastName: string } {
  const type = TYPE_NUMBERS[question.type]
  const { records, lastName } = followAliases(message, question.name, type)
  const values: string[] = []
  let length = 0
  for (const record of records) {
    const value = recordText(message, record)
    length += value.length
    if (values.length === MAX_RECORDS || length > MAX_TEXT) break
    values.push(value)
  }
  return {
    values,
    count: records.length,
    ttl: records.reduce<number | null>((least, { ttl }) => Math.min(least ?? ttl, ttl), null),
    lastName,
  }
}
