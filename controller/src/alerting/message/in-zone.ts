import type { AlertMessage } from './alert-message.ts'
import { utcWords, zonedStamp, zonedWords } from './time-words.ts'

/** A message with its times by the clocks of a zone, and in UTC beside it. Pure.
 *  @param zone IANA name; null: it stays in UTC */
export function inZone(message: AlertMessage, zone: string | null): AlertMessage {
  if (zone === null || IS_UTC.has(zone)) return message
  const { facts, entries, entryParts = [] } = message
  const zoned = facts.map((fact) => {
    const { value, atMs } = fact
    if (atMs === undefined) return fact
    return { ...fact, value: value.replace(utcWords(atMs), zonedWords(atMs, zone)) }
  })
  const told = entryParts.map(({ atMs, text }) => `${zonedStamp(atMs, zone)}: ${text}`)
  const times = { label: 'Times', value: `${zone}, with UTC in brackets` }
  return {
    ...message,
    facts: told.length === 0 ? zoned : [...zoned, times],
    entries: [...told, ...entries.slice(told.length)],
  }
}

const IS_UTC: ReadonlySet<string> = new Set(['UTC', 'Etc/UTC', 'Etc/UCT', 'Etc/Zulu', 'Zulu'])
