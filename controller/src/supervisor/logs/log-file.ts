import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** A log of lines that cannot fill the disk. */
export interface LogFile {
  readonly write: (line: string) => void
  readonly close: () => void
}

const MAX_BYTES = 10 * 1024 * 1024
const KEPT_FILES = 5

/** Opens a log for appending. Past the limit it becomes FILE.1, that one FILE.2, and so on; the oldest
 *  goes. A disk that is full costs lines, not the program.
 *  @param maxBytes size of one file
 *  @throws what the system says where it cannot be opened */
export function openLogFile(file: string, maxBytes = MAX_BYTES): LogFile {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  let descriptor = openSync(file, 'a', 0o600)
  let sizeBytes = fstatSync(descriptor).size

  function rotate(): void {
    // Before anything else: where none can be opened all stays as it is. The number of one that is closed is
    // soon another file's.
    const unfinished = `${file}.new`
    const next = openSync(unfinished, 'a', 0o600)
    closeSync(descriptor)
    descriptor = next
    sizeBytes = 0
    for (let number = KEPT_FILES - 1; number >= 1; number -= 1) {
      const from = number === 1 ? file : `${file}.${number - 1}`
      try {
        renameSync(from, `${file}.${number}`)
      } catch {
        // Not that many yet.
      }
    }
    renameSync(unfinished, file)
  }

  return {
    write(line) {
      try {
        if (sizeBytes >= maxBytes) rotate()
        sizeBytes += writeSync(descriptor, `${line}\n`)
      } catch {
        // Nobody is helped by a service that stops because its log cannot be written.
      }
    },
    close: () => closeSync(descriptor),
  }
}
