import { renameSync, rmSync, writeFileSync } from 'node:fs'

/** Writes a text that only its owner may read, whole or not at all. */
export function writePrivateFile(file: string, text: string): void {
  const unfinished = `${file}.${process.pid}.tmp`
  try {
    writeFileSync(unfinished, text, { mode: 0o600, flush: true })
    renameSync(unfinished, file)
  } catch (error: unknown) {
    // Of a full disk: one would stay of each process that tried.
    rmSync(unfinished, { force: true })
    throw error
  }
}
