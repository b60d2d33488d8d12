import type { Protocol } from 'puppeteer'
import { printable } from '../outcome/printable.ts'
import type { ConsoleError } from './browser.ts'

const MAX_TEXT = 500
const MAX_SOURCE = 500
/** Parts of one message that are looked at. */
const MAX_PARTS = 20

function place(
  source: string | undefined,
  lineFromZero: number | undefined,
): Pick<ConsoleError, 'source' | 'line'> {
  if (source === undefined || source === '') return { source: null, line: null }
  const line = lineFromZero === undefined ? null : lineFromZero + 1
  return { source: printable(source, MAX_SOURCE), line }
}

function textOf(value: Protocol.Runtime.RemoteObject): string {
  const { type, value: plain, description, unserializableValue } = value
  if (typeof plain === 'string') return plain
  if (plain !== undefined && type !== 'object') return String(plain)
  return description ?? unserializableValue ?? (plain === undefined ? type : JSON.stringify(plain))
}

/** An error's own words, without the list of calls below them. Of white space before them it takes that of one line: a
 *  page's text of nothing but line ends must not be read again from each of them. */
const withoutCalls = (text: string): string => text.split(/\n[ \t]+at /, 1)[0] ?? ''

/** An exception that no one caught. */
export function exceptionError({
  exceptionDetails: details,
}: Protocol.Runtime.ExceptionThrownEvent): ConsoleError {
  const thrown = details.exception === undefined ? '' : withoutCalls(textOf(details.exception))
  const [call] = details.stackTrace?.callFrames ?? []
  const text = printable(`${details.text} ${thrown}`.trim(), MAX_TEXT)
  return { kind: 'exception', text, ...place(details.url ?? call?.url, details.lineNumber) }
}

/** What a page's script wrote. @returns null when that is no error */
export function writtenError(event: Protocol.Runtime.ConsoleAPICalledEvent): ConsoleError | null {
  const { type, args, stackTrace } = event
  if (type !== 'error' && type !== 'assert') return null
  const words = args.slice(0, MAX_PARTS).map((each) => withoutCalls(textOf(each)))
  const text = printable(
    (type === 'assert' ? ['Assertion failed:', ...words] : words).join(' '),
    MAX_TEXT,
  )
  const [call] = stackTrace?.callFrames ?? []
  return { kind: 'console', text, ...place(call?.url, call?.lineNumber) }
}

/** What Chrome itself wrote. @returns null when that is no error */
export function browserError({ entry }: Protocol.Log.EntryAddedEvent): ConsoleError | null {
  if (entry.level !== 'error') return null
  const text = printable(entry.text, MAX_TEXT)
  return { kind: 'browser', text, ...place(entry.url, entry.lineNumber) }
}
