import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { spawnProgram } from '../../helpers/program.ts'

const PACKAGE = '@crawlee/cheerio'
const VERSION = '3.18.1'
const INSTALL_MS = 180_000
const CRAWL_MS = 300_000
const PROGRAM = fileURLToPath(new URL('crawlee-crawl.ts', import.meta.url))

/** Crawlee in a folder of its own. */
export interface Crawlee {
  readonly version: string
  /** Crawls a site from its first page. @returns pages a second */
  readonly crawl: (base: string, pages: number, parallel: number) => Promise<number>
  readonly remove: () => Promise<void>
}

/** Installs Crawlee for this run alone: 135 packages that nothing else needs.
 *  @throws where it cannot be had */
export async function installCrawlee(): Promise<Crawlee> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-crawlee-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  const args = ['install', '--no-audit', '--no-fund', '--prefix', folder, `${PACKAGE}@${VERSION}`]
  try {
    await promisify(execFile)('npm', args, { timeout: INSTALL_MS })
  } catch (error: unknown) {
    await remove()
    throw error
  }
  return {
    version: VERSION,
    remove,
    async crawl(base, pages, parallel) {
      const program = spawnProgram(PROGRAM, [folder, base, String(pages), String(parallel)], {})
      const timer = setTimeout(() => program.kill('SIGKILL'), CRAWL_MS)
      const told = (await Promise.race([program.told, program.exited])) as
        | { readonly pages: number; readonly ms: number }
        | number
        | null
      clearTimeout(timer)
      await program.stop()
      if (told === null || typeof told === 'number') throw new Error(program.output())
      if (told.pages !== pages) throw new Error(`Crawlee found ${told.pages} of ${pages} pages`)
      return (1_000 * told.pages) / told.ms
    },
  }
}
