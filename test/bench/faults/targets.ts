import { fileURLToPath } from 'node:url'
import { startProgram } from '../../helpers/program.ts'

/** Web servers in a process of their own, whose pages are well but those that are told to be broken. */
export interface Targets {
  readonly hosts: readonly string[]
  readonly port: number
  /** @returns when it became so, UNIX ms */
  readonly set: (path: string, isBroken: boolean) => Promise<number>
  readonly stop: () => Promise<unknown>
}

export async function startTargets(hosts: number): Promise<Targets> {
  const file = fileURLToPath(new URL('targets-program.ts', import.meta.url))
  const program = await startProgram<{ hosts: string[]; port: number }>(file, [String(hosts)], {})
  let last: Promise<unknown> = Promise.resolve()
  return {
    ...program.ready,
    set(path, isBroken) {
      // One answer a question, in their order.
      const answer = last.then(() => program.ask({ path, isBroken }))
      last = answer.catch(() => undefined)
      return answer.then((told) => (told as { atMs: number }).atMs)
    },
    stop: program.stop,
  }
}
