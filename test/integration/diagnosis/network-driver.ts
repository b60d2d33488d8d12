import { createLogger } from '@sightline/shared/logger'
import { CHECKERS } from '../../../agent/src/checks/index.ts'
import { findIcmp, findPrograms } from '../../../agent/src/trace/find-icmp.ts'
import type { CheckerOptions } from '../../helpers/run-checker.ts'
import { runChecker } from '../../helpers/run-checker.ts'
import type { Target } from '../../helpers/diagnosis.ts'
import { checkOf, gatherFor } from '../../helpers/diagnosis.ts'

/** One check of an agent and the evidence it gathers for it, run in a network of their own and printed as
 *  JSON: `{ type, url, settings?, timeoutMs?, region?, role? }`. */
interface Request extends Pick<Target, 'type' | 'url' | 'settings'> {
  readonly timeoutMs?: number
  readonly region?: string
  readonly role?: 'failing' | 'passing'
}

const request = JSON.parse(process.argv[2] ?? '{}') as Request
const icmp = await findIcmp(createLogger('test', 'error'), findPrograms())
const {
  type,
  url,
  settings = {},
  timeoutMs = 2_000,
  region = 'eu-west',
  role = 'failing',
} = request
const options: CheckerOptions = {
  open: ['10.77.0.0/16', '2001:db8::/32'],
  timeoutMs,
  icmp: icmp.engine,
}
const checker = CHECKERS[type] as Parameters<typeof runChecker>[0]
const vote = checkOf(region, await runChecker(checker, url, settings, options))
const ports = { others: () => [22, 80] }
const target = { type, url, settings, ports, tracer: icmp.tracer }
// A region that passes is asked about the phase the others fail in.
const asked = role === 'failing' ? vote : { ...vote, phase: 'connect' as const }
const output = await gatherFor(target, asked, role, options)
console.log(JSON.stringify({ vote, gathered: { region, role, output } }))
icmp.stop()
