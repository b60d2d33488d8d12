/** What an address says of its host: it answers; it refuses, or cannot be reached; it says that it wants to be left
 *  alone. */
export type HostSign = 'answered' | 'refused' | 'rest'

/** After so many refusals in a row the host is left alone: with a time limit of 20 s each the others of a batch
 *  would take minutes to tell the same. */
const MAX_REFUSALS = 5

/** What the addresses of a batch say of their hosts. */
export interface HostSigns {
  readonly take: (host: string, sign: HostSign) => void
  /** Nothing more is to be asked of it in this batch. */
  readonly mustRest: (host: string) => boolean
}

export function createHostSigns(): HostSigns {
  const refusals = new Map<string, number>()
  return {
    take(host, sign) {
      const before = refusals.get(host) ?? 0
      if (before >= MAX_REFUSALS) return
      if (sign === 'rest') refusals.set(host, MAX_REFUSALS)
      else refusals.set(host, sign === 'refused' ? before + 1 : 0)
    },
    mustRest: (host) => (refusals.get(host) ?? 0) >= MAX_REFUSALS,
  }
}
