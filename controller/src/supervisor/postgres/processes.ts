import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ProcessRecord } from '../processes.ts'
import { recordProcess, signal, waitUntilGone } from '../processes.ts'

/** Ends every PostgreSQL process that still works in a cluster's folder, and removes the lock file
 *  that a killed one left. Only call it as the one who holds the data folder.
 *  @returns how many were ended */
export async function endLeftPostgres(cluster: string): Promise<number> {
  if (!existsSync(cluster)) return 0
  const left = postgresProcessesIn(cluster)
  const main = left.filter((record) => record.pid === pidInLockFile(cluster))
  // Fast shutdown; what does not follow in time is killed, and the next start recovers.
  for (const record of main) signal(record, 'SIGINT')
  if (main.length === 0 || !(await waitUntilGone(left, 4_000))) {
    for (const record of left) signal(record, 'SIGKILL')
    await waitUntilGone(left, 2_000)
  }
  // Its pid may belong to somebody else by now, and PostgreSQL would then refuse to start.
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
  return left.length
}

/** What PostgreSQL says of itself in its lock file: null until it is there.
 *  Source: PostgreSQL, "Database File Layout": line 1 is the pid, line 8 the state. */
export function readPostgresState(cluster: string): { pid: number; state: string } | null {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), state: lines[7]?.trim() ?? '' }
  } catch {
    return null
  }
}

function pidInLockFile(cluster: string): number | null {
  return readPostgresState(cluster)?.pid ?? null
}

/** PostgreSQL's processes stay in the folder of their cluster, whatever their pid: that tells them
 *  from a stranger without any record of ours. */
function postgresProcessesIn(cluster: string): ProcessRecord[] {
  if (process.platform !== 'linux') return postmasterByPs(cluster)
  const folder = realpathSync(cluster)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isPostgresIn(name, folder))
    .map((name) => recordProcess(Number(name)))
    .filter((record) => record !== null)
}

function isPostgresIn(pid: string, folder: string): boolean {
  try {
    return (
      readlinkSync(`/proc/${pid}/cwd`) === folder &&
      readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
    )
  } catch {
    return false
  }
}

function postmasterByPs(cluster: string): ProcessRecord[] {
  const pid = pidInLockFile(cluster)
  if (pid === null) return []
  try {
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    const record = command.includes(cluster) ? recordProcess(pid) : null
    return record === null ? [] : [record]
  } catch {
    return []
  }
}
