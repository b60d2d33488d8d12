import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from '../../helpers/temporary-folder.ts'

const run = promisify(execFile)
const RELAY = new URL('./controller-relay.ts', import.meta.url)
const TARGETS = new URL('./egress-targets.ts', import.meta.url)

/** Address of every service outside, and the network it is reached over. */
export const OUTSIDE = '10.78.2.1'
export const RANGES = '10.78.0.0/16,127.0.0.0/8'

type Place = 'agent' | 'outside'

const SETUP: readonly (readonly [place: Place, command: string])[] = [
  ['agent', 'link set lo up'],
  ['agent', 'address add 10.78.1.1/24 dev right'],
  ['agent', 'link set right up'],
  ['outside', 'link set lo up'],
  ['outside', 'address add 10.78.1.254/24 dev left'],
  ['outside', `address add ${OUTSIDE}/32 dev lo`],
  ['outside', 'link set left up'],
  ['agent', 'route add default via 10.78.1.254'],
]

/** A network with an agent's place, one link, and services behind it; nothing else is in reach. */
export interface EgressNetwork {
  /** A command that runs a program in the agent's place. */
  readonly within: readonly string[]
  /** Where the controller is from there; no cut of the way out reaches it. */
  readonly controller: string
  /** A command of ip(8). */
  readonly ip: (place: Place, command: string) => Promise<unknown>
}

/** Starts a program of this folder. @returns what it tells first */
async function startDriver(
  script: URL,
  args: readonly string[],
  within: readonly string[],
): Promise<unknown> {
  const [command = '', ...rest] = [...within, process.execPath, fileURLToPath(script), ...args]
  const child = spawn(command, rest, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const exited = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
  })
  const ended = exited.then(() => {
    throw new Error(`${script.pathname} ended`)
  })
  ended.catch(() => undefined)
  const [told] = (await Promise.race([once(child, 'message'), ended])) as unknown[]
  return told
}

/** A socket file that leads to the controller. @returns its path */
async function publish(controllerPort: number): Promise<string> {
  const file = path.join(temporaryFolder(), 'controller.sock')
  const server = createServer((socket) => {
    const onward = connect(controllerPort, '127.0.0.1')
    socket.on('error', () => onward.destroy())
    onward.on('error', () => socket.destroy())
    socket.pipe(onward).pipe(socket)
  })
  server.listen(file)
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
  })
  return file
}

/** Makes a network that is gone when the test ends.
 *  @returns null when this user may not make network namespaces */
export async function openEgressNetwork(controllerPort: number): Promise<EgressNetwork | null> {
  const suffix = randomBytes(3).toString('hex')
  const nameOf = (place: Place): string => `slt-${suffix}-${place}`
  const ip = (place: Place, command: string) =>
    run('ip', ['-n', nameOf(place), ...command.split(' ')])
  try {
    for (const place of ['agent', 'outside'] as const) {
      await run('ip', ['netns', 'add', nameOf(place)])
      onTestFinished(async () => {
        await run('ip', ['netns', 'delete', nameOf(place)])
      })
    }
    const [agent, outside] = [nameOf('agent'), nameOf('outside')]
    const link = `link add right netns ${agent} type veth peer name left netns ${outside}`
    await run('ip', link.split(' '))
    for (const [place, command] of SETUP) await ip(place, command)
  } catch {
    return null
  }
  const within = ['ip', 'netns', 'exec', nameOf('agent')]
  const socketFile = await publish(controllerPort)
  const [port] = await Promise.all([
    startDriver(RELAY, [socketFile], within),
    startDriver(TARGETS, [OUTSIDE], ['ip', 'netns', 'exec', nameOf('outside')]),
  ])
  return { within, controller: `127.0.0.1:${String(port)}`, ip }
}
