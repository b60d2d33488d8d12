import { accessSync, constants, statSync } from 'node:fs'
import path from 'node:path'

/** Places of network programs that are often missing from the PATH of a service. */
const MORE_FOLDERS = ['/usr/bin', '/usr/sbin', '/sbin', '/usr/local/sbin', '/opt/homebrew/sbin']

/** Whether there is a file that this process may run. */
export function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

/** Where a program is. @returns an absolute path; null when this machine does not have it */
export function findProgram(
  name: string,
  searchPath: string = process.env['PATH'] ?? '',
): string | null {
  // An empty or relative entry would mean the folder the agent was started in.
  const named = searchPath.split(path.delimiter).filter((folder) => path.isAbsolute(folder))
  const files = [...named, ...MORE_FOLDERS].map((folder) => path.join(folder, name))
  return files.find(canRun) ?? null
}
