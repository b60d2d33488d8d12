import { readFileSync } from 'node:fs'
import { writePrivateFile } from '../process/private-file.ts'

/** Writes a file that only its owner may read, whole or not at all. */
export function writeJsonFile(file: string, value: unknown): void {
  writePrivateFile(file, `${JSON.stringify(value, null, 2)}\n`)
}

/** What a JSON file holds, null when it is missing or not JSON. */
export function readJsonFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as unknown
  } catch {
    return null
  }
}
