import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { vi } from 'vitest'
import { freePort } from '../../controller/src/supervisor/free-port.ts'
import { temporaryFolder } from './temporary-folder.ts'

const PROGRAM = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'].find(
  (path) => existsSync(path),
)

/** Whether this machine has PgBouncer. */
export const hasPgBouncer = PROGRAM !== undefined

/** Few, so that what follows a statement nearly never has its connection. */
const SERVER_CONNECTIONS = 4

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/** Starts PgBouncer in transaction mode in front of a server, as its package has it but for the addresses.
 *  @returns the address to use in place of the server's */
export async function startPgBouncer(
  serverUrl: string,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = new URL(serverUrl)
  const port = await freePort()
  const folder = temporaryFolder()
  const name = server.pathname.slice(1)
  const [user, password] = [server.username, server.password].map(decodeURIComponent)
  const file = join(folder, 'pgbouncer.ini')
  const lines = [
    '[databases]',
    `${name} = host=${server.hostname} port=${server.port} user=${user} password=${password}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${SERVER_CONNECTIONS}`,
    ...(process.getuid?.() === 0 ? ['user = nobody'] : []),
  ]
  await writeFile(file, lines.join('\n'))
  await chmod(folder, 0o755)
  const child = spawn(PROGRAM ?? '', [file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const exited = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  await vi.waitFor(
    async () => {
      if (!(await isListening(port))) throw new Error(`PgBouncer does not listen: ${said}`)
    },
    { timeout: 10_000, interval: 100 },
  )
  return {
    url: `postgres://${server.username}@127.0.0.1:${port}/${name}`,
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}
