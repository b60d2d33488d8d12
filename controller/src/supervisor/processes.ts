import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** A process that can be told from a later one with the same pid. */
export interface ProcessRecord {
  readonly pid: number
  /** When it was started, in words only this machine's present boot can repeat. */
  readonly identity: string
}

const isLinux = process.platform === 'linux'

/** What tells this process from every other that has or had its pid, null when no such process runs.
 *  A zombie counts as gone: it does nothing, and not every init collects them. */
function processIdentity(pid: number): string | null {
  if (!isLinux) return startedAtByPs(pid)
  const stat = readProcStat(pid)
  return stat === null || stat.state === 'Z' || stat.state === 'X'
    ? null
    : `${bootId()}:${stat.startTicks}`
}

/** The record of a running process, null when it is gone. */
export function recordProcess(pid: number): ProcessRecord | null {
  const identity = processIdentity(pid)
  return identity === null ? null : { pid, identity }
}

/** True while the recorded process runs; a recycled pid is not it. */
export function isRunning(record: ProcessRecord): boolean {
  return processIdentity(record.pid) === record.identity
}

/** Pid of a process's parent, null when it is gone or the system does not say. */
export function parentPid(pid: number): number | null {
  return isLinux ? (readProcStat(pid)?.parentPid ?? null) : null
}

/** Sends a signal to a recorded process; one that is gone or is not ours is left alone. */
export function signal(record: ProcessRecord, name: NodeJS.Signals): void {
  if (isRunning(record)) signalPid(record.pid, name)
}

/** Like process.kill, for a target that may be gone. @param pid negative for a process group */
export function signalPid(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error: unknown) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code !== 'ESRCH' && code !== 'EPERM') throw error
  }
}

/** @returns true once none of them runs, false when some still do after the time */
export async function waitUntilGone(
  records: readonly ProcessRecord[],
  timeoutMs: number,
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs
  while (records.some(isRunning)) {
    if (performance.now() >= deadline) return false
    await delay(20)
  }
  return true
}

/** Ends processes: by a signal, and by force, with their groups, what is left of them after a while.
 *  @param told who gets the signal and takes the others along; nobody: force at once */
export async function endProcesses(
  records: readonly ProcessRecord[],
  name: NodeJS.Signals,
  graceMs: number,
  told = records,
): Promise<void> {
  for (const record of told) signal(record, name)
  if (told.length > 0 && (await waitUntilGone(records, graceMs))) return
  for (const { pid } of records.filter(isRunning)) {
    signalPid(-pid, 'SIGKILL')
    signalPid(pid, 'SIGKILL')
  }
  await waitUntilGone(records, 2_000)
}

interface ProcStat {
  readonly state: string
  readonly parentPid: number
  readonly startTicks: string
}

/** Fields 3, 4 and 22 of /proc/PID/stat. Field 2, the command's name, may itself hold spaces and
 *  brackets, so fields are counted from the last bracket. Source: proc_pid_stat(5). */
export function parseProcStat(text: string): ProcStat | null {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [state, parent] = fields
  const startTicks = fields[19]
  if (state === undefined || parent === undefined || startTicks === undefined) return null
  return { state, parentPid: Number(parent), startTicks }
}

function readProcStat(pid: number): ProcStat | null {
  try {
    return parseProcStat(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return null
  }
}

let boot: string | undefined

function bootId(): string {
  boot ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  return boot
}

function startedAtByPs(pid: number): string | null {
  try {
    const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
    return started.trim() === '' ? null : started.trim()
  } catch {
    return null
  }
}
