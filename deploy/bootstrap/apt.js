import { runProgram } from './run-program.js'

/** Runs apt-get. `deadline` is when it is given up, by Date.now(), which only what can be cut short may
 *  have: a dpkg that is killed leaves packages half installed. `options` come before `args`.
 *  Returns its exit code (null: not run, or ended) and what it wrote. */
export function aptGet(args, { deadline, options = [], cwd }) {
  const fixed = ['Acquire::Retries=0', 'Acquire::http::Timeout=10', 'DPkg::Lock::Timeout=10']
  const flags = [...fixed, ...options].flatMap((option) => ['-o', option])
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' }
  return runProgram('apt-get', [...flags, ...args], { deadline, cwd, env })
}

/** Why apt-get failed, in its own first words. */
export function reasonOf({ status, output }) {
  const reasons = output.split('\n').filter((line) => /^(?:(?:E|Err|W):|spawn )/.test(line))
  return reasons.at(0) ?? `apt-get ended with code ${status}`
}

/** True where newer package lists may help: minimal images come without any, and old ones name versions
 *  that are gone. */
export function wantsUpdate({ status, output }) {
  return (
    status !== 0 &&
    /Unable to locate|no installation candidate|Can't find a source|404/.test(output)
  )
}
