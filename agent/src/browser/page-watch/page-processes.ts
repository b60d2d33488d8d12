import type { CDPSession } from 'puppeteer'
import type { PagePart } from '../page-parts.ts'

/** Frames of other sites; more are not listened to. */
const MAX_FRAMES = 100

/** A frame of another site. */
export type Frame = Omit<PagePart, 'kind'>

/** The processes of a page: its own, and those that frames of other sites have. */
export interface PageProcesses {
  readonly join: (part: PagePart) => void
  readonly leave: (part: PagePart) => void
  /** @param targetId of any process of the browser */
  readonly died: (targetId: string) => void
  /** A page that never stops talking must not keep the agent listening. */
  readonly stopListening: (domains: readonly ('Network' | 'Runtime' | 'Log')[]) => void
  /** Not all that the page did was heard. */
  readonly wasCut: () => boolean
}

/** @param session of the page's own process
 *  @param told.came before anything runs in a frame
 *  @param told.gone it left, or its process died */
export function createPageProcesses(
  session: CDPSession,
  told: { readonly came: (frame: CDPSession) => void; readonly gone: (frame: Frame) => void },
): PageProcesses {
  /** By their ids. */
  const frames = new Map<string, CDPSession>()
  let isCut = false
  return {
    join(part) {
      if (part.kind !== 'iframe') return
      if (frames.size >= MAX_FRAMES) isCut = true
      else {
        frames.set(part.targetId, part.session)
        told.came(part.session)
      }
    },
    leave(part) {
      if (frames.delete(part.targetId)) told.gone(part)
    },
    died(targetId) {
      const frame = frames.get(targetId)
      if (frame === undefined) return
      isCut = true
      told.gone({ targetId, session: frame })
    },
    stopListening(domains) {
      isCut = true
      for (const domain of domains) {
        for (const each of [session, ...frames.values()]) {
          each.send(`${domain}.disable`).catch(() => {})
        }
      }
    },
    wasCut: () => isCut,
  }
}
