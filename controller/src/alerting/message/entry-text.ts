import type { EntryParts } from './alert-message.ts'
import { utcWords } from './time-words.ts'

/** "2026-03-10 11:58:00 UTC: down. The connection is refused." Pure. */
export function entryText({ atMs, text }: EntryParts): string {
  return `${utcWords(atMs)}: ${text}`
}
