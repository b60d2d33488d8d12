import type { AddressGuard } from '@sightline/shared/address'
import { AppError } from '@sightline/shared/errors'
import type { NameResolver } from '@sightline/shared/name-resolution'
import { isIP } from 'node:net'

const RESOLVE_TIMEOUT_MS = 3_000

/** Refuses hosts that lead to addresses which are off limits. Agents judge every address themselves;
 *  this look is for the person who asked.
 *  @param done what may not be done with it: "checked", "analysed"
 *  @throws AppError forbidden */
export function createJudgeHost(parts: {
  guard: AddressGuard
  resolveName: NameResolver['resolve']
}): (host: string, done: string) => Promise<void> {
  function refuseBlocked(host: string, address: string, done: string): void {
    const reason = parts.guard.reasonBlocked(address)
    if (reason === null) return
    // Never the address: whoever asks could list a network by its names.
    const what = host === address ? `"${host}" is` : `"${host}" resolves to`
    throw new AppError('forbidden', `This address may not be ${done}: ${what} ${reason}.`)
  }

  return async (host, done) => {
    if (isIP(host) !== 0) {
      refuseBlocked(host, host, done)
      return
    }
    const found = await parts.resolveName(host, { timeoutMs: RESOLVE_TIMEOUT_MS, family: 'any' })
    if (found.ok) for (const address of found.addresses) refuseBlocked(host, address, done)
  }
}
