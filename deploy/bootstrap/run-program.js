import { execFile } from 'node:child_process'

/** Runs a program to its end. `deadline`, by Date.now(), is when it is given up; left out: never.
 *  Returns its exit code (null: not run, or ended) and what it wrote. */
export function runProgram(program, args, { cwd, env, deadline }) {
  const timeout = deadline === undefined ? 0 : Math.max(1, deadline - Date.now())
  return new Promise((resolve) => {
    const options = { cwd, env, timeout, maxBuffer: Infinity }
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code
      const output = `${stdout}${stderr}` || (error?.message ?? '')
      resolve({ status: typeof code === 'number' ? code : null, output })
    })
    child.stdin?.end()
  })
}
