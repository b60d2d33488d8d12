import { randomBytes } from 'node:crypto'

/** Of a file that gets the name of another once it is whole. A process's id would not do: in a container each run has the
 *  same one, and would meet what a killed one left. */
export function draftName(path: string): string {
  return `${path}.${randomBytes(4).toString('hex')}.unfinished`
}
