import type { Cause } from '@sightline/shared/causes'

/** How a host fails when what it shares with others is broken: its name servers are silent, nothing comes
 *  back from it, it turns connections away, it takes them and stays silent, or a gateway says that it
 *  gets nothing from it. */
type SharedTrouble = 'names' | 'dark' | 'closed' | 'stalled' | 'gateway'

/** What those lose who depend on a service that is down: it cannot be found, cannot be reached, or it
 *  answers wrongly. */
type Loss = 'unresolved' | 'unreachable' | 'misbehaving'

/** What else may have brought a failure about, besides the target itself. */
export interface Origin {
  /** The trouble of a provider that looks like this; null: only who runs the target can break this. */
  readonly provider: SharedTrouble | null
  /** What a service that fails like this takes from those who depend on it; null: nothing is known. */
  readonly costs: Loss | null
  /** Losing a service it depends on in one of these ways brings this about. */
  readonly follows: readonly Loss[]
  /** What an agent that is not well has where its checks fail like this; null: no agent brings this about. */
  readonly agent: 'agentEgressDown' | 'agentFault' | null
  /** Whether wrong settings of the monitor alone bring this about; a server that breaks down is no setting. */
  readonly settings: boolean
}

const ANY: readonly Loss[] = ['unresolved', 'unreachable', 'misbehaving']

/** Nobody answers for the name. */
const NAMES: Origin = {
  provider: 'names',
  costs: 'unresolved',
  follows: ['unresolved', 'unreachable'],
  agent: 'agentEgressDown',
  settings: false,
}

/** What stands in the zone: gone for all names below at once, but written by its owner. */
const RECORD: Origin = {
  provider: null,
  costs: 'unresolved',
  follows: ['unresolved'],
  agent: null,
  settings: true,
}

/** Nothing comes back, or a router says so. */
const DARK: Origin = {
  provider: 'dark',
  costs: 'unreachable',
  follows: ['unreachable'],
  agent: 'agentEgressDown',
  settings: false,
}

/** Connections are turned away, or broken off. */
const CLOSED: Origin = { ...DARK, provider: 'closed', agent: 'agentFault' }

/** The connection is taken, the answer does not come. */
const STALLED: Origin = { ...CLOSED, provider: 'stalled', follows: ANY }

/** A gateway speaks for the server behind it. */
const GATEWAY: Origin = {
  provider: 'gateway',
  costs: 'misbehaving',
  follows: ANY,
  agent: null,
  settings: false,
}

/** The application answers wrongly: its own fault, or of something it needs. */
const ANSWER: Origin = { ...GATEWAY, provider: null, settings: true }

/** A certificate's content, a status that is meant so, credentials: whoever runs the target set it. */
const OWN: Origin = { ...ANSWER, follows: [] }

/** It answers, but late. */
const SLOW: Origin = { ...GATEWAY, provider: null, agent: 'agentFault' }

/** Conclusions from other failures, which explain nothing by themselves. */
const CONCLUSION: Origin = {
  provider: null,
  costs: null,
  follows: [],
  agent: null,
  settings: false,
}

/** What can bring about each cause. What explains a failure must be able to cause it: a provider breaks
 *  name servers, networks, connections and gateways, never what a certificate, a record, an answer or an
 *  account holds. Source: monitoring design, section 5 */
const ORIGINS = {
  dnsNxdomain: RECORD,
  dnsServfail: NAMES,
  dnsTimeout: NAMES,
  dnsNoAddress: RECORD,
  // The name is found, and leads elsewhere.
  dnsWrongAnswer: { ...RECORD, costs: 'misbehaving', follows: [] },
  dnssecBogus: { ...RECORD, settings: false },
  nameserverDown: NAMES,
  connectionTimeout: DARK,
  hostUnreachable: DARK,
  networkUnreachable: DARK,
  routeLoop: DARK,
  pathBreak: DARK,
  packetLoss: DARK,
  connectionRefused: { ...CLOSED, settings: true },
  connectionReset: CLOSED,
  unexpectedReply: ANSWER,
  udpNoReply: { ...DARK, settings: true },
  udpPortUnreachable: { ...CLOSED, settings: true },
  certExpired: { ...OWN, settings: false },
  certNotYetValid: { ...OWN, settings: false },
  certHostnameMismatch: OWN,
  certUntrusted: { ...OWN, settings: false },
  certChainIncomplete: { ...OWN, settings: false },
  // Also a stall, or a connection that is broken off, in the middle of it.
  tlsHandshakeFailed: { ...OWN, follows: ['unreachable'], agent: 'agentFault' },
  tlsProtocolTooOld: OWN,
  serverError: { ...ANSWER, settings: false },
  badGateway: GATEWAY,
  serviceUnavailable: GATEWAY,
  gatewayTimeout: GATEWAY,
  clientError: OWN,
  notFound: OWN,
  authRequired: OWN,
  rateLimited: { ...OWN, settings: false },
  botBlocked: { ...OWN, settings: false },
  redirectLoop: OWN,
  // To a page that says sorry, for example.
  redirectUnexpected: ANSWER,
  protocolError: { ...ANSWER, settings: false },
  keywordMissing: ANSWER,
  keywordPresent: ANSWER,
  jsonMismatch: ANSWER,
  headerMismatch: ANSWER,
  emptyBody: ANSWER,
  truncatedBody: { ...ANSWER, settings: false },
  renderError: { ...ANSWER, settings: false },
  slowDns: SLOW,
  slowConnect: SLOW,
  slowTls: SLOW,
  slowServer: SLOW,
  slowDownload: SLOW,
  timeout: STALLED,
  bannerTimeout: STALLED,
  bannerRejected: ANSWER,
  greylisted: { ...OWN, settings: false },
  starttlsMissing: OWN,
  mxMissing: { ...OWN, settings: false },
  mailAuthFailed: OWN,
  recipientRejected: OWN,
  regionalOutage: CONCLUSION,
  singleAddressDown: CONCLUSION,
  ipv4Only: CONCLUSION,
  ipv6Only: CONCLUSION,
  agentFault: CONCLUSION,
  agentEgressDown: CONCLUSION,
  resolverFault: CONCLUSION,
  monitorMisconfigured: CONCLUSION,
  dependencyDown: CONCLUSION,
  sharedProvider: CONCLUSION,
} as const satisfies Record<Cause, Origin>

/** What can bring a cause about. */
export function originOf(cause: Cause): Origin {
  return ORIGINS[cause]
}
