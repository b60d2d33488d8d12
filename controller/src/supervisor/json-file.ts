import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/** Writes a file that only its owner may read, whole or not at all. */
export function writeJsonFile(file: string, value: unknown): void {
  writePrivateFile(file, `${JSON.stringify(value, null, 2)}\n`)
}

/** Writes a text that only its owner may read, whole or not at all. */
export function writePrivateFile(file: string, text: string): void {
  const unfinished = `${file}.${process.pid}.tmp`
  writeFileSync(unfinished, text, { mode: 0o600, flush: true })
  renameSync(unfinished, file)
}

/** What a JSON file holds, null when it is missing or not JSON. */
export function readJsonFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as unknown
  } catch {
    return null
  }
}
