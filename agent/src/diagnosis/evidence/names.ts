import type { Evidence } from '@sightline/shared/diagnosis'
import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import { TYPE_DESCRIPTIONS } from '@sightline/shared/monitor-types/registry'
import type { CheckOutcome } from '../../outcome/check-outcome.ts'
import { createDnsChecker } from '../../checks/dns.ts'
import { hintsOf } from '../../checks/index.ts'
import { printable } from '../../outcome/printable.ts'
import type { Gather, GatherKit } from '../gather.ts'
import { MAX_NAME, MAX_SENTENCE } from '../gather.ts'
import type { Subject } from '../subject.ts'

type NameAnswer = Evidence['resolver']

const MAX_ANSWERS = 20
const MAX_NAME_SERVERS = 13

/** What a monitor wants to know of its name: its own record, a domain's mail servers, or an address. */
function recordTypeOf({ type, settings }: Subject): SettingsOf<'dns'>['recordType'] {
  const told = hintsOf(type).recordTypeOf?.(settings) ?? null
  if (told !== null) return told
  const { ipFamily } = settings as Partial<SettingsOf<'web'>>
  return ipFamily === 'ipv6' ? 'AAAA' : 'A'
}

/** Details of the dns checker. */
interface Details {
  readonly rcode?: string | null
  readonly answers?: readonly string[]
  readonly zone?: string
  readonly nameServers?: NameAnswer['nameServers']
}

function answerOf(outcome: CheckOutcome, name: string, recordType: string): NameAnswer {
  const { rcode = null, answers = [], zone, nameServers = [] }: Details = outcome.details ?? {}
  const { failure } = outcome
  return {
    name: printable(name, MAX_NAME),
    recordType,
    rcode,
    answers: answers.slice(0, MAX_ANSWERS),
    cause: failure?.cause ?? null,
    error: failure === null ? null : printable(failure.message, MAX_SENTENCE),
    zone: zone === undefined ? null : printable(zone, MAX_NAME),
    nameServers: nameServers.slice(0, MAX_NAME_SERVERS),
  }
}

/** Asks for the name as a dns monitor does, which goes on to ask without the check of signatures
 *  (CD flag) when a resolver fails. */
async function askAs(
  resolver: 'system' | 'authoritative',
  subject: Subject,
  { tools, ports }: GatherKit,
  signal: AbortSignal,
): Promise<NameAnswer> {
  const recordType = recordTypeOf(subject)
  const asked = TYPE_DESCRIPTIONS.dns.shape.parse({ recordType, resolver })
  const { expected, expectedRcode } = subject.settings as Partial<SettingsOf<'dns'>>
  const settings = {
    ...asked,
    ...(expected === undefined ? {} : { expected }),
    ...(expectedRcode === undefined ? {} : { expectedRcode }),
  }
  const checker = createDnsChecker({ nameServerPort: ports.nameServer })
  const url = subject.type === 'dns' ? subject.url : `dns://${subject.host}`
  const { timeoutMs } = subject
  const outcome = await checker.run({ type: 'dns', url, timeoutMs, settings }, { ...tools, signal })
  return answerOf(outcome, subject.host, recordType)
}

/** What the agent's own name servers say. */
export const gatherResolver: Gather<'resolver'> = (subject, kit, signal) =>
  askAs('system', subject, kit, signal)

/** What each name server of the name's own zone says. */
export const gatherAuthorities: Gather<'authorities'> = (subject, kit, signal) =>
  askAs('authoritative', subject, kit, signal)
