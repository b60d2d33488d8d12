import { getCompileCacheDir } from 'node:module'
import path from 'node:path'

/** All that pages' programs get of the agent's environment: none of its secrets. */
const PASSED_VARIABLES = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'LD_LIBRARY_PATH'] as const

/** The environment of a program that works on pages.
 *  @param home folder of its own, so that nothing of the machine's user is read or written */
export function poorEnvironment(home: string): Record<string, string> {
  const passed = PASSED_VARIABLES.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(passed), HOME: home }
}

/** The same for a program of the agent's own. What loading it compiles is kept where the agent's is: who
 *  runs as a user of its own cannot write beside the packages. Lighthouse takes 7 s to load without, 2.5 s
 *  with it, on a busy machine. */
export function poorNodeEnvironment(home: string): Record<string, string> {
  const compiled = getCompileCacheDir()
  return {
    ...poorEnvironment(home),
    // Node makes a folder in it for its version and the user.
    ...(compiled === undefined ? {} : { NODE_COMPILE_CACHE: path.dirname(compiled) }),
  }
}
