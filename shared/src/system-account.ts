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

/** Gives a number that owns files a name where it has none, as in a container that was made anew: the next
 *  account that is made would else get the number, and the files with it. For root.
 *  @param name taken where it is free */
export function keepNumber({ uid, gid }: Account, name: string): void {
  const options = { stdio: 'ignore', timeout: 10_000 } as const
  if (spawnSync('id', ['-un', String(uid)], options).status === 0) return
  const free = findAccount(name) === null ? name : `${name}-${uid}`
  spawnSync('groupadd', ['--system', '--gid', String(gid), free], options)
  const numbers = ['--uid', String(uid), '--gid', String(gid)]
  const made = spawnSync('useradd', ['--system', '--no-create-home', ...numbers, free], options)
  if (made.status === 0) return
  // Alpine's way.
  spawnSync('addgroup', ['-S', '-g', String(gid), free], options)
  spawnSync('adduser', ['-S', '-D', '-H', '-u', String(uid), '-G', free, free], options)
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
