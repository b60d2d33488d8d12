import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Folder of unpacked Chromes that all tests share. */
export const CHROME_FOLDER = join(tmpdir(), 'sightline-test-chrome')

/** Has an agent that is started with this data folder take the Chrome of the tests: to unpack one takes two seconds
 *  of a processor, and 250 MB. */
export function shareChrome(dataFolder: string): void {
  const [shared, place] = [join(CHROME_FOLDER, 'chrome'), join(dataFolder, 'chrome')]
  if (existsSync(place)) return
  for (const folder of [shared, dataFolder]) mkdirSync(folder, { recursive: true, mode: 0o700 })
  symlinkSync(shared, place)
}
