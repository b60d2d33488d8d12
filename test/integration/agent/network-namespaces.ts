import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const DRIVER = fileURLToPath(new URL('./icmp-driver.ts', import.meta.url))

/** A network of this machine's own: agent - first - second - target, with nothing else in reach. */
export interface SmallNetwork {
  /** Runs the driver in the agent's place. @returns what it printed */
  readonly ask: (request: object) => Promise<unknown>
  /** Runs a command of ip(8) in a place. */
  readonly ip: (place: Place, command: string) => Promise<unknown>
  /** Runs a shell script in a place. */
  readonly script: (place: Place, script: string) => Promise<unknown>
  readonly close: () => Promise<void>
}

type Place = 'agent' | 'first' | 'second' | 'target'

const PLACES: readonly Place[] = ['agent', 'first', 'second', 'target']

/** Commands of ip(8) per place, after its links are up. 10.77.4 lies behind the target's own link, 5
 *  is dropped, 6 is unknown to the agent itself, 8 refused by the second router, 9 runs in a circle. */
const SETUP: readonly (readonly [place: Place, command: string])[] = [
  ['agent', 'address add 10.77.1.1/24 dev right'],
  ['agent', 'route add default via 10.77.1.254'],
  ['agent', 'route add unreachable 10.77.6.0/24'],
  ['agent', 'route add prohibit 10.77.10.0/24'],
  ['first', 'address add 10.77.1.254/24 dev left'],
  ['first', 'address add 10.77.2.1/24 dev right'],
  ['first', 'route add default via 10.77.2.2'],
  ['second', 'address add 10.77.2.2/24 dev left'],
  ['second', 'address add 10.77.3.254/24 dev right'],
  ['second', 'route add 10.77.1.0/24 via 10.77.2.1'],
  ['second', 'route add blackhole 10.77.5.0/24'],
  ['second', 'route add unreachable 10.77.8.0/24'],
  ['second', 'route add 10.77.9.0/24 via 10.77.2.1'],
  ['target', 'address add 10.77.3.1/24 dev left'],
  ['target', 'route add default via 10.77.3.254'],
]

/** @param driver the program that `ask` runs
 *  @returns null when this user may not make network namespaces */
export async function openSmallNetwork(driver = DRIVER): Promise<SmallNetwork | null> {
  const suffix = randomBytes(3).toString('hex')
  const nameOf = (place: Place): string => `slt-${suffix}-${place}`
  const ip = (place: Place, command: string) =>
    run('ip', ['-n', nameOf(place), ...command.split(' ')])
  const inPlace = (place: Place, script: string) =>
    run('ip', ['netns', 'exec', nameOf(place), 'sh', '-c', script])
  const made: Place[] = []

  async function close(): Promise<void> {
    for (const place of made) await run('ip', ['netns', 'delete', nameOf(place)])
  }

  async function link(left: Place, right: Place): Promise<void> {
    const [a, b] = [nameOf(left), nameOf(right)]
    const command = `link add right netns ${a} type veth peer name left netns ${b}`
    await run('ip', command.split(' '))
    await ip(left, 'link set right up')
    await ip(right, 'link set left up')
  }

  try {
    for (const place of PLACES) {
      await run('ip', ['netns', 'add', nameOf(place)])
      made.push(place)
      await ip(place, 'link set lo up')
      // Routers answer all they can: redirects would take from the same allowance.
      const script = [
        'cd /proc/sys/net/ipv4',
        'echo 1 > ip_forward',
        'echo 0 > icmp_ratelimit',
        'echo 0 > conf/all/send_redirects',
        'echo 0 > conf/default/send_redirects',
      ].join(' && ')
      await inPlace(place, script)
    }
    await link('agent', 'first')
    await link('first', 'second')
    await link('second', 'target')
    for (const [place, command] of SETUP) await ip(place, command)
  } catch {
    await close()
    return null
  }
  return {
    async ask(request) {
      const args = ['netns', 'exec', nameOf('agent'), process.execPath, driver]
      const { stdout } = await run('ip', [...args, JSON.stringify(request)])
      return JSON.parse(stdout) as unknown
    },
    ip,
    script: inPlace,
    close,
  }
}
