import type { CDPSession } from 'puppeteer'
import { readFile } from 'node:fs/promises'

/** One process of a Chrome. */
export interface ChromeProcess {
  readonly pid: number
  readonly type: string
  /** Resident, with what it shares. */
  readonly bytes: number
  /** The same without what it shares. */
  readonly ownBytes: number
}

const PAGE_BYTES = 4_096

async function memoryOf(pid: number): Promise<Pick<ChromeProcess, 'bytes' | 'ownBytes'>> {
  try {
    const [, resident = 0, shared = 0] = (await readFile(`/proc/${pid}/statm`, 'latin1'))
      .split(' ')
      .map(Number)
    return { bytes: resident * PAGE_BYTES, ownBytes: (resident - shared) * PAGE_BYTES }
  } catch {
    return { bytes: 0, ownBytes: 0 }
  }
}

/** How much memory each process of a Chrome has; zero bytes where the system does not tell (macOS).
 *  @param session of the browser itself */
export async function processMemory(
  session: Pick<CDPSession, 'send'>,
): Promise<readonly ChromeProcess[]> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  return Promise.all(
    processInfo.map(async ({ id, type }) => ({ pid: id, type, ...(await memoryOf(id)) })),
  )
}
