import type { EvidencePiece } from '@sightline/shared/diagnosis'
import type { Gather } from '../gather.ts'
import { gatherAddresses } from './addresses.ts'
import { gatherConnect } from './connect.ts'
import { gatherAuthorities, gatherResolver } from './names.ts'
import { gatherPage } from './page.ts'
import { gatherPlainHttp } from './plain-http.ts'
import { gatherPorts } from './ports.ts'
import { gatherTls } from './tls.ts'
import { gatherTrace } from './trace.ts'

/** How each piece of evidence is gathered. */
export const GATHERERS = {
  addresses: gatherAddresses,
  trace: gatherTrace,
  resolver: gatherResolver,
  authorities: gatherAuthorities,
  tls: gatherTls,
  connect: gatherConnect,
  ports: gatherPorts,
  plainHttp: gatherPlainHttp,
  page: gatherPage,
} as const satisfies { [P in EvidencePiece]: Gather<P> }
