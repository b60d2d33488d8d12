import type { MonitorType } from '@sightline/shared/check-words'
import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import type { SpecOf } from '../../checks/checker.ts'
import type { CheckerRegistry } from '../../checks/run-check.ts'
import { withinShare } from '../../dns/ask-in-turn.ts'
import { printable } from '../../outcome/printable.ts'
import type { Gather, GatherKit } from '../gather.ts'
import { MAX_SENTENCE } from '../gather.ts'
import { pinnedTo } from '../pinned.ts'
import type { Subject } from '../subject.ts'

/** Addresses of each family that are tried: a diagnosis must be no scan. */
const MAX_PER_FAMILY = 2
/** A monitor's own time limit may be longer than a diagnosis can wait. */
const CHECK_LIMIT_MS = 8_000

async function addressesOf(
  subject: Subject,
  { tools }: GatherKit,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { host, ip } = subject
  const families = await Promise.all(
    (['ipv4', 'ipv6'] as const).map(async (family) => {
      const found = await tools.findAddresses({ host, family }, signal)
      if (!found.ok) return []
      // The one that failed comes first, so that it is always among them.
      const failed = found.addresses.filter((each) => each === ip)
      const others = found.addresses.filter((each) => each !== ip)
      return [...failed, ...others].slice(0, MAX_PER_FAMILY)
    }),
  )
  return families.flat()
}

// T ties the settings to the checker inside the function.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
async function checkAt<T extends MonitorType>(
  type: T,
  ip: string,
  subject: Subject,
  { checkers, tools }: GatherKit,
  signal: AbortSignal,
) {
  const checker: CheckerRegistry[T] = checkers[type]
  const spec: SpecOf<T> = {
    type,
    url: subject.url,
    timeoutMs: subject.timeoutMs,
    settings: subject.settings as SettingsOf<T>,
  }
  const limitMs = Math.min(subject.timeoutMs, CHECK_LIMIT_MS)
  let isCutShort = false
  const outcome = await withinShare(signal, limitMs, async (limit) => {
    const ended = await checker.run(spec, { ...pinnedTo(tools, subject.host, ip), signal: limit })
    isCutShort = limit.aborted && limitMs < subject.timeoutMs
    return ended
  })
  // With the monitor's own limit it might have passed.
  if (isCutShort) return null
  const { status, statusCode, responseMs, failure } = outcome
  return {
    ip,
    status,
    statusCode,
    phase: failure?.phase ?? null,
    cause: failure?.cause ?? null,
    error: failure === null ? null : printable(failure.message, MAX_SENTENCE),
    responseMs,
  }
}

/** Runs the check at each address of the host alone, of both families whatever the monitor asks for.
 *  A host with a single address gives nothing to compare. */
export const gatherAddresses: Gather<'addresses'> = async (subject, kit, signal) => {
  const ips = await addressesOf(subject, kit, signal)
  if (ips.length < 2) return null
  const checks = await Promise.all(ips.map((ip) => checkAt(subject.type, ip, subject, kit, signal)))
  return checks.filter((each) => each !== null)
}
