import { existsSync, readFileSync } from 'node:fs'

/** A Chrome that did not start: what it wrote to standard error, and whether its time was over. */
export interface NotStarted {
  readonly output: string
  readonly isLate: boolean
}

/** Why root gets no Chrome. The kernel locks no process of root's in, and it would stand beside every
 *  secret of the machine. */
export const ROOT_HAS_NO_SANDBOX =
  'The browser of this agent is not started as root, where it has no sandbox: put the project and its data folder where other users may pass (not below /root), or run the agent as another user (SIGHTLINE_CHROME_SANDBOX=off starts it anyway).'

/** How a library comes to a machine, by its system; Debian's package first. */
const PACKAGES: Readonly<Record<string, { debian: string; fedora: string; arch: string }>> = {
  'libsqlite3.so.0': { debian: 'libsqlite3-0', fedora: 'sqlite-libs', arch: 'sqlite' },
}

const SYSTEMS = [
  ['/etc/debian_version', 'debian', 'apt-get install -y'],
  ['/etc/redhat-release', 'fedora', 'dnf install -y'],
  ['/etc/arch-release', 'arch', 'pacman -S'],
] as const

/** Libraries that Chrome asks for and does without. */
const DISPENSABLE = new Set(['libnssckbi.so'])

/** The first library that Chrome could not load; null when it misses none. */
export function missingLibrary(output: string): string | null {
  const asked = output.matchAll(/([\w.+-]+\.so[\w.]*): cannot open shared object file/g)
  for (const [, name = ''] of asked) if (!DISPENSABLE.has(name)) return name
  return null
}

/** One sentence on a library that the machine lacks, with the command that brings it where one is known. */
export function missingLibraryText(library: string): string {
  const named = PACKAGES[library]
  const system = SYSTEMS.find(([file]) => existsSync(file))
  const how =
    named === undefined || system === undefined
      ? 'install it there, or chromium'
      : `as root: ${system[2]} ${named[system[1]]}`
  return `The browser of this agent does not work, because its machine lacks the library ${library} (${how}).`
}

/** Whether Chrome gave up because it could not lock its processes in; a Chrome that is only late says
 *  nothing about that. */
export function isSandboxRefused({ output, isLate }: NotStarted): boolean {
  return !isLate && /sandbox|namespace/i.test(output)
}

function isSetting(file: string, value: string): boolean {
  try {
    return readFileSync(file, 'utf8').trim() === value
  } catch {
    return false
  }
}

/** What would let the kernel lock processes in, by what forbids it. */
function sandboxRemedy(): string {
  if (isSetting('/proc/sys/kernel/apparmor_restrict_unprivileged_userns', '1')) {
    return 'as root: sysctl -w kernel.apparmor_restrict_unprivileged_userns=0'
  }
  if (isSetting('/proc/sys/kernel/unprivileged_userns_clone', '0')) {
    return 'as root: sysctl -w kernel.unprivileged_userns_clone=1'
  }
  if (isSetting('/proc/sys/user/max_user_namespaces', '0')) {
    return 'as root: sysctl -w user.max_user_namespaces=15000'
  }
  return 'in a container: a seccomp profile that allows user namespaces'
}

/** Why a Chrome did not start, in one sentence for people.
 *  @param limitMs how long it had */
export function launchFailureText(failure: NotStarted, limitMs: number): string {
  if (failure.isLate) {
    return `The browser of this agent did not start within ${limitMs / 1_000} s: its machine is too busy, or the browser hangs.`
  }
  const library = missingLibrary(failure.output)
  if (library !== null) return missingLibraryText(library)
  if (isSandboxRefused(failure)) {
    return `The browser of this agent is not started, because its machine gives it no sandbox (${sandboxRemedy()}; or SIGHTLINE_CHROME_SANDBOX=off).`
  }
  return 'The browser of this agent does not start: install chromium on its machine anew, or name another one by SIGHTLINE_CHROME.'
}
