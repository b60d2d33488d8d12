import type { TargetPorts } from '../targets/start-targets.ts'
import type { BenchMonitor } from './bench-agent.ts'

/** One kind of check, and how others do the same. */
export interface Kind {
  readonly name: string
  /** Checks a second: less where one takes more, so that two cores are never the limit. */
  readonly perSecond: number
  readonly monitor: (ports: TargetPorts, index: number) => BenchMonitor
  /** How blackbox_exporter does it: a module of its configuration and the target to give it. */
  readonly peer?: {
    readonly module: 'http' | 'https' | 'tcp' | 'icmp'
    readonly target: (ports: TargetPorts) => string
    /** Share of its CPU that the agent may take. */
    readonly atMost: number
  }
  /** What a bare request of Node goes to. */
  readonly bareUrl?: (ports: TargetPorts) => string
}

const TIMEOUT_MS = 5_000
/** What 24,000 monitors at a minute are. */
const MANY = 400
const FEWER = 200
const web = (url: string): BenchMonitor => ({
  type: 'web',
  url,
  // The certificate is for the name; the target is an address, so that neither side looks up a name.
  settings: { tls: { sni: 'localhost' } },
  timeoutMs: TIMEOUT_MS,
})
// An address each: an agent has a limit of checks at once per host, and a ping takes its time.
const ping = (index: number, packets: number): BenchMonitor => ({
  type: 'ping',
  url: `ping://127.0.${1 + Math.floor(index / 200)}.${1 + (index % 200)}`,
  settings: { packets },
  timeoutMs: TIMEOUT_MS,
})

export const KINDS: readonly Kind[] = [
  {
    name: 'http',
    perSecond: MANY,
    monitor: ({ http }) => web(`http://127.0.0.1:${http}/`),
    peer: { module: 'http', target: ({ http }) => `http://127.0.0.1:${http}/`, atMost: 0.5 },
    bareUrl: ({ http }) => `http://127.0.0.1:${http}/`,
  },
  {
    name: 'https',
    perSecond: FEWER,
    monitor: ({ https }) => web(`https://127.0.0.1:${https}/`),
    peer: { module: 'https', target: ({ https }) => `https://127.0.0.1:${https}/`, atMost: 0.9 },
    bareUrl: ({ https }) => `https://127.0.0.1:${https}/`,
  },
  {
    name: 'tcp',
    perSecond: MANY,
    monitor: ({ silent }) => ({
      type: 'tcp',
      url: `tcp://127.0.0.1:${silent}`,
      settings: {},
      timeoutMs: TIMEOUT_MS,
    }),
    peer: { module: 'tcp', target: ({ silent }) => `127.0.0.1:${silent}`, atMost: 0.5 },
  },
  {
    name: 'ping, 1 packet',
    perSecond: MANY,
    monitor: (_, index) => ping(index, 1),
    peer: { module: 'icmp', target: () => '127.0.1.1', atMost: 0.2 },
  },
  { name: 'ping, 4 packets', perSecond: MANY, monitor: (_, index) => ping(index, 4) },
  {
    name: 'udp',
    perSecond: MANY,
    monitor: ({ udp }) => ({
      type: 'udp',
      url: `udp://127.0.0.1:${udp}`,
      settings: { payload: 'hello', anyReply: true },
      timeoutMs: TIMEOUT_MS,
    }),
  },
  {
    name: 'dns',
    perSecond: MANY,
    monitor: (_, index) => ({
      type: 'dns',
      url: `dns://m${index}.bench.test`,
      settings: {},
      timeoutMs: TIMEOUT_MS,
    }),
  },
  {
    name: 'mail (smtp)',
    perSecond: FEWER,
    monitor: ({ mail }) => ({
      type: 'mail',
      url: `smtp://127.0.0.1:${mail}`,
      settings: {},
      timeoutMs: TIMEOUT_MS,
    }),
  },
]
