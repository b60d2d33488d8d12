import { FileProblem } from '../reading.ts'
import type { SourceFile } from '../source-file.ts'
import type { FormatName } from '../../format-names.ts'
import { CSV } from './csv.ts'
import type { Format } from './format.ts'
import { SIGHTLINE } from './sightline.ts'
import { UPTIME_KUMA } from './uptime-kuma.ts'
import { UPTIME_KUMA_SQLITE } from './uptime-kuma-sqlite.ts'
import { UPTIME_ROBOT } from './uptime-robot.ts'

/** Every form of file, in the order in which they are tried: the most particular first. */
export const FORMATS = {
  uptimeKumaSqlite: UPTIME_KUMA_SQLITE,
  sightline: SIGHTLINE,
  uptimeKuma: UPTIME_KUMA,
  uptimeRobot: UPTIME_ROBOT,
  csv: CSV,
} as const satisfies { readonly [N in FormatName]: Format }

/** Which format a file has.
 *  @throws FileProblem when it is none of them */
export function formatOf(file: SourceFile): FormatName {
  const names = Object.keys(FORMATS) as FormatName[]
  const found = names.find((name) => FORMATS[name].recognises(file))
  if (found !== undefined) return found
  const titles = names.map((name) => FORMATS[name].title).join(', ')
  throw new FileProblem(
    `The file is none that can be read here: ${titles}. Say which it is by "format" (on the command line --format), and it is told what is wrong with it.`,
  )
}
