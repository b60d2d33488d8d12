import type { Logger } from '@sightline/shared/logger'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { ChromePlace, FoundChrome } from './find-chrome.ts'
import { LaunchError } from './launch.ts'
import type { ChromeProgram } from './unpack-chrome.ts'
import { unpackChrome } from './unpack-chrome.ts'

/** What decides which programs there are, and where their files go. */
interface Parts {
  readonly found: FoundChrome
  /** Folder that agents of this machine may share: unpacked Chromes. */
  readonly dataFolder: string
  /** Folder of this agent alone: profiles, which are removed at the first start. */
  readonly profiles: string
  readonly stopping: AbortSignal
  readonly log: Logger
}

/** Does something with the best of the agent's Chromes that starts.
 *  @param use what throws when this one does not start
 *  @throws LaunchError when none does */
export type WithProgram = <T>(use: (program: ChromeProgram) => Promise<T>) => Promise<T>

const UNPREPARED =
  'The browser of this agent cannot be started: its data folder must be writable, with 300 MB of room.'

export const STOPPING = 'The agent is stopping.'

export function createWithProgram({
  found,
  dataFolder,
  profiles,
  stopping,
  log,
}: Parts): WithProgram {
  let cleaning: Promise<void> | null = null

  async function programOf(place: ChromePlace): Promise<ChromeProgram> {
    const program =
      place.kind === 'packaged'
        ? await unpackChrome(place.archives, path.join(dataFolder, 'chrome'), stopping)
        : { file: place.file, environment: {} }
    return { ...program, isSandboxed: found.isSandboxed }
  }

  return async (use) => {
    // What an agent that was killed left behind.
    cleaning ??= rm(profiles, { recursive: true, force: true }).catch((error: unknown) => {
      log.warn({ err: error }, 'files of a former browser cannot be removed')
    })
    await cleaning
    let failure = new LaunchError(found.missing ?? 'This agent has no browser.')
    for (const place of found.places) {
      try {
        return await use(await programOf(place))
      } catch (error) {
        if (stopping.aborted) throw new LaunchError(STOPPING)
        if (error instanceof LaunchError) failure = error
        else {
          log.error({ err: error }, 'the browser cannot be prepared')
          failure = new LaunchError(UNPREPARED)
        }
      }
    }
    throw failure
  }
}
