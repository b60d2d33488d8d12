import { renameSync, writeFileSync } from 'node:fs'

/** Writes a text that only its owner may read, whole or not at all. */
export function writePrivateFile(file: string, text: string): void {
  const unfinished = `${file}.${process.pid}.tmp`
  writeFileSync(unfinished, text, { mode: 0o600, flush: true })
  renameSync(unfinished, file)
}
