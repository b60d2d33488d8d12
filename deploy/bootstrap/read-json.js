import { readFileSync } from 'node:fs'

/** What a JSON file holds, null when it is missing or not JSON. */
export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
