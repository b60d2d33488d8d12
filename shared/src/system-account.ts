import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** A user and group by number. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

/** @returns null when the system has no such account, or does not say */
export function findAccount(name: string): Account | null {
  try {
    const read = (option: string) =>
      Number(execFileSync('id', [option, name], { encoding: 'utf8', stdio: 'pipe' }))
    return { uid: read('-u'), gid: read('-g') }
  } catch {
    return null
  }
}

/** An account of a program's own, without a home or a way to log in; made where it is missing. For root.
 *  @returns null where it cannot be made */
export function ensureAccount(name: string): Account | null {
  const existing = findAccount(name)
  if (existing !== null) return existing
  // Debian's way, then Alpine's.
  const shell = existsSync('/usr/sbin/nologin') ? '/usr/sbin/nologin' : '/bin/false'
  const options = { stdio: 'ignore', timeout: 10_000 } as const
  const made = spawnSync(
    'useradd',
    ['--system', '--user-group', '--no-create-home', '--shell', shell, name],
    options,
  )
  if (made.status !== 0) {
    spawnSync('addgroup', ['-S', name], options)
    spawnSync('adduser', ['-S', '-D', '-H', '-s', shell, '-G', name, name], options)
  }
  return findAccount(name)
}
