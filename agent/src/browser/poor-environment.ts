/** All that pages' programs get of the agent's environment: none of its secrets. */
const PASSED_VARIABLES = [
  'PATH',
  'LANG',
  'LC_ALL',
  'TZ',
  'TMPDIR',
  'LD_LIBRARY_PATH',
  'NODE_COMPILE_CACHE',
] as const

/** The environment of a program that works on pages.
 *  @param home folder of its own, so that nothing of the machine's user is read or written */
export function poorEnvironment(home: string): Record<string, string> {
  const passed = PASSED_VARIABLES.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(passed), HOME: home }
}
