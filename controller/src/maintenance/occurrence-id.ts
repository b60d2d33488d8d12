/** The earliest time that can be sent, 0001-01-01: from there beginnings are counted, never below 0. */
const EPOCH_MS = -62_135_596_800_000

/** Digits of a beginning in base 36, up to the year 9999. */
const DIGITS = 10

const ID = new RegExp(`^occ_(?<window>[0-9A-Za-z]{20})(?<from>[0-9a-z]{${DIGITS}})$`)

/** The id of an occurrence: its window's and its original beginning, so that one that was never touched
 *  has an id without being stored.
 *  @param windowId "mw_..." */
export function occurrenceId(windowId: string, originalFromMs: number): string {
  const from = (originalFromMs - EPOCH_MS).toString(36).padStart(DIGITS, '0')
  return `occ_${windowId.slice('mw_'.length)}${from}`
}

/** What an id says. @returns null when it is none */
export function parseOccurrenceId(id: string): { windowId: string; originalFromMs: number } | null {
  const { window, from } = ID.exec(id)?.groups ?? {}
  if (window === undefined || from === undefined) return null
  return { windowId: `mw_${window}`, originalFromMs: Number.parseInt(from, 36) + EPOCH_MS }
}
