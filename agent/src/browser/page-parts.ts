import type { CDPSession } from 'puppeteer'

/** What of a page Chrome tells about to a session of its own: a frame of another site, which has a process
 *  of its own, or a worker. */
export interface PagePart {
  readonly kind: 'iframe' | 'worker'
  /** Of a frame its frame's id too. */
  readonly targetId: string
  readonly session: CDPSession
}

/** All parts of a page, and their parts. */
export interface PageParts {
  /** @param hear called with each part that comes from now on, before anything runs in it: commands that it
   *    sends at once come before that */
  readonly onJoin: (hear: (part: PagePart) => void) => void
  /** @param hear called with each part that is gone */
  readonly onLeave: (hear: (part: PagePart) => void) => void
}

const KINDS = [{ type: 'iframe' }, { type: 'worker' }]
const HOW = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true, filter: KINDS }

/** What comes to nothing here was of a page, or a part, that is gone. */
const ignore = (): void => {}

/** Follows what joins a page. @param page that is still blank */
export async function followParts(page: CDPSession): Promise<PageParts> {
  const joined = new Map<string, PagePart>()
  const joinListeners: ((part: PagePart) => void)[] = []
  const leaveListeners: ((part: PagePart) => void)[] = []

  /** Parts may have parts. */
  async function follow(owner: CDPSession): Promise<void> {
    owner.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      const session = owner.connection()?.session(sessionId)
      if (session === undefined || session === null) return
      const kind = targetInfo.type === 'iframe' ? 'iframe' : 'worker'
      const part: PagePart = { kind, targetId: targetInfo.targetId, session }
      joined.set(sessionId, part)
      for (const hear of joinListeners) hear(part)
      follow(session).catch(ignore)
      session.send('Runtime.runIfWaitingForDebugger').catch(ignore)
    })
    owner.on('Target.detachedFromTarget', ({ sessionId }) => {
      const part = joined.get(sessionId)
      joined.delete(sessionId)
      if (part !== undefined) for (const hear of leaveListeners) hear(part)
    })
    await owner.send('Target.setAutoAttach', HOW)
  }

  await follow(page)
  return {
    onJoin: (hear) => void joinListeners.push(hear),
    onLeave: (hear) => void leaveListeners.push(hear),
  }
}
