import type { MonitorType } from '@sightline/shared/check-words'
import type { Checker } from './checker.ts'
import { dnsChecker } from './dns.ts'
import { mailChecker } from './mail.ts'
import { pingChecker } from './ping.ts'
import { tcpChecker } from './tcp.ts'
import { udpChecker } from './udp.ts'
import { webChecker } from './web.ts'

/** Every type of monitor this agent can check. */
export const CHECKERS: { readonly [T in MonitorType]: Checker<T> } = {
  web: webChecker,
  tcp: tcpChecker,
  udp: udpChecker,
  ping: pingChecker,
  dns: dnsChecker,
  mail: mailChecker,
}

/** How failures of a type are looked into. */
export function hintsOf<T extends MonitorType>(type: T): Checker<T>['hints'] {
  return CHECKERS[type].hints
}
