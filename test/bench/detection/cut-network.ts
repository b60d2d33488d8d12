import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startProgram } from '../../helpers/program.ts'
import { createCleanUp } from './clean-up.ts'
import type { CleanUp } from './clean-up.ts'
import type { AgentPlace } from './installation.ts'

const run = promisify(execFile)
const RELAY = fileURLToPath(new URL('../../integration/agent/controller-relay.ts', import.meta.url))

/** Every network of a run. */
export const RANGE = '10.79.0.0/16'

/** Where an agent is, behind a link of its own. */
export interface AgentSite extends AgentPlace {
  /** Nothing that is sent out comes back, and nobody says so. */
  readonly cutEgress: () => Promise<void>
  readonly mendEgress: () => Promise<void>
  /** What goes to the controller and back is held, and nobody says so. */
  readonly cutController: () => void
  readonly mendController: () => void
}

/** Places for agents, each a network namespace, around one with everything they watch. Nothing of it
 *  is connected to this machine's own network. */
export interface CutNetwork {
  /** A command that runs a program where the targets are. */
  readonly outside: readonly string[]
  /** Addresses the targets answer at. */
  readonly hosts: readonly string[]
  /** @param controllerPort on this machine's loopback */
  readonly openSite: (controllerPort: number) => Promise<AgentSite>
  readonly close: () => Promise<void>
}

/** Makes a namespace. @returns how commands of ip(8) and programs run in it */
async function makePlace(name: string, cleanUp: CleanUp) {
  await run('ip', ['netns', 'add', name])
  cleanUp.add(() => run('ip', ['netns', 'delete', name]))
  const ip = (command: string) => run('ip', ['-n', name, ...command.split(' ')])
  await ip('link set lo up')
  return { name, ip, within: ['ip', 'netns', 'exec', name] as const }
}

type Place = Awaited<ReturnType<typeof makePlace>>

/** A socket file that leads to the controller: a way to it which no network bounds. */
async function publish(controllerPort: number, name: string, cleanUp: CleanUp): Promise<string> {
  const file = path.join(tmpdir(), `${name}.sock`)
  const server = createServer((socket) => {
    const onward = connect(controllerPort, '127.0.0.1')
    socket.on('error', () => onward.destroy())
    onward.on('error', () => socket.destroy())
    socket.pipe(onward).pipe(socket)
  })
  server.listen(file)
  await once(server, 'listening')
  cleanUp.add(() => server.close())
  return file
}

async function openSite(
  site: { name: string; number: number; controllerPort: number },
  outside: Place,
  cleanUp: CleanUp,
): Promise<AgentSite> {
  const { name, number, controllerPort } = site
  const place = await makePlace(name, cleanUp)
  const [own, other] = [`10.79.${number}.1`, `10.79.${number}.254`]
  const link = `link add out netns ${name} type veth peer name to${number} netns ${outside.name}`
  await run('ip', link.split(' '))
  await place.ip(`address add ${own}/24 dev out`)
  await place.ip('link set out up')
  await outside.ip(`address add ${other}/24 dev to${number}`)
  await outside.ip(`link set to${number} up`)
  await place.ip(`route add default via ${other}`)

  const socketFile = await publish(controllerPort, name, cleanUp)
  const relay = await startProgram<number>(RELAY, [socketFile], {}, place.within)
  cleanUp.add(async () => {
    // It may stand still, and would not hear a kinder word.
    relay.kill('SIGKILL')
    await relay.exited
  })
  return {
    within: place.within,
    controller: `127.0.0.1:${relay.ready}`,
    async cutEgress() {
      await outside.ip(`route add blackhole ${own}/32`)
    },
    async mendEgress() {
      await outside.ip(`route delete blackhole ${own}/32`)
    },
    cutController: () => relay.kill('SIGSTOP'),
    mendController: () => relay.kill('SIGCONT'),
  }
}

/** @param hostCount addresses the targets are to have
 *  @throws when this user may not make network namespaces */
export async function openCutNetwork(hostCount: number): Promise<CutNetwork> {
  const cleanUp = createCleanUp()
  const suffix = randomBytes(3).toString('hex')
  const hosts = Array.from({ length: hostCount }, (_, index) => `10.79.200.${index + 1}`)
  let sites = 0
  try {
    const outside = await makePlace(`slb-${suffix}-outside`, cleanUp)
    for (const host of hosts) await outside.ip(`address add ${host}/32 dev lo`)
    return {
      outside: outside.within,
      hosts,
      openSite(controllerPort) {
        sites += 1
        const site = { name: `slb-${suffix}-${sites}`, number: sites, controllerPort }
        return openSite(site, outside, cleanUp)
      },
      close: cleanUp.run,
    }
  } catch (error: unknown) {
    await cleanUp.run()
    throw error
  }
}
