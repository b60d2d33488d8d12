import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ProcessRecord } from '../processes.ts'
import { endProcesses, recordProcess } from '../processes.ts'

/** Ends every PostgreSQL process that still works in a cluster's folder, and removes the lock file
 *  that a killed one left. Only call it as the one who holds the data folder. */
export async function endLeftPostgres(cluster: string): Promise<void> {
  if (!existsSync(cluster)) return
  const left = process.platform === 'linux' ? processesIn(cluster) : postmasterByPs(cluster)
  const main = left.filter(({ pid }) => pid === pidInLockFile(cluster))
  // Fast shutdown; what does not follow in time is killed, and the next start recovers.
  await endProcesses(left, 'SIGINT', 4_000, main)
  // Its pid may belong to somebody else by now, and PostgreSQL would then refuse to start.
  rmSync(lockFileOf(cluster), { force: true })
}

/** Who a cluster's lock file says it belongs to, null without one.
 *  Source: PostgreSQL, "Database File Layout" */
export function pidInLockFile(cluster: string): number | null {
  try {
    return Number.parseInt(readFileSync(lockFileOf(cluster), 'utf8'), 10)
  } catch {
    return null
  }
}

function lockFileOf(cluster: string): string {
  return join(cluster, 'postmaster.pid')
}

/** PostgreSQL's processes stay in the folder of their cluster, whatever their pid: that tells them
 *  from a stranger without any record of ours. */
function processesIn(cluster: string): ProcessRecord[] {
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
