import { spawn } from 'node:child_process'

/** As much of what a program writes is kept, its end. */
const KEPT_CHARACTERS = 200_000

/** Runs a program to its end. `deadline`, by Date.now(), is when it is given up; left out: never.
 *  Returns its exit code (null: not run, or ended) and what it wrote. */
export function runProgram(program, args, { cwd, env = process.env, deadline }) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output = (output + chunk).slice(-KEPT_CHARACTERS)
      })
    }
    const timer =
      deadline === undefined
        ? undefined
        : setTimeout(() => child.kill('SIGTERM'), Math.max(0, deadline - Date.now()))
    child.once('error', (error) => {
      clearTimeout(timer)
      resolve({ status: null, output: error.message })
    })
    child.once('close', (status) => {
      clearTimeout(timer)
      resolve({ status, output })
    })
  })
}
