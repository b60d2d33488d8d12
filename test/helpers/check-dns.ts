import { dnsChecker } from '../../agent/src/checks/dns.ts'
import type { CheckerOptions } from './run-checker.ts'
import { runChecker } from './run-checker.ts'

/** Checks a name with the checker of agents. */
export const checkDns = (
  name: string,
  settings: Record<string, unknown> = {},
  options: CheckerOptions = {},
) => runChecker(dnsChecker, `dns://${name}`, settings, options)
