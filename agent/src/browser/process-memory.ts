import type { CDPSession } from 'puppeteer'
import { readFile } from 'node:fs/promises'

/** One process of a Chrome. */
interface ChromeProcess {
  readonly pid: number
  readonly type: string
  /** Resident, with what it shares. */
  readonly bytes: number
}

const PAGE_BYTES = 4_096

async function residentBytes(pid: number): Promise<number> {
  try {
    const [, resident = '0'] = (await readFile(`/proc/${pid}/statm`, 'latin1')).split(' ')
    return Number(resident) * PAGE_BYTES
  } catch {
    return 0
  }
}

/** How much memory each process of a Chrome has; zero bytes where the system does not tell (macOS).
 *  @param session of the browser itself */
export async function processMemory(
  session: Pick<CDPSession, 'send'>,
): Promise<readonly ChromeProcess[]> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  return Promise.all(
    processInfo.map(async ({ id, type }) => ({ pid: id, type, bytes: await residentBytes(id) })),
  )
}
