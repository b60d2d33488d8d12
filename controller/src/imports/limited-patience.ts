import type { NameResolver } from '@sightline/shared/name-resolution'

/** Asks name servers until they have been waited for so long in all. Of names that come after that they are not asked:
 *  those are left to the checks, as names are that no server tells in time. Whoever has a server that says nothing could
 *  else write thousands of its names into one file, and have others wait for each.
 *  @param patienceMs sum over all names, also of those that are asked for side by side */
export function withPatience(
  resolveName: NameResolver['resolve'],
  patienceMs: number,
): NameResolver['resolve'] {
  let waitedMs = 0
  return async (host, options) => {
    if (waitedMs >= patienceMs) {
      const message = `No name server was asked for ${host}: others took too long.`
      return { ok: false, reason: 'timeout', message, ms: 0 }
    }
    const found = await resolveName(host, options)
    waitedMs += found.ms
    return found
  }
}
