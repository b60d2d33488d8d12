import { FRAME_SIDE, MAX_FRAME_BYTES } from '@sightline/shared/analyses/filmstrip'
import type { CDPSession } from 'puppeteer'
import { msBetween } from './followed-request.ts'
import type { Reel } from './reel.ts'

/** Texts of a thumbnail can be made out, and most take 2 to 10 kB. */
const QUALITY = 50

const MAX_DATA_LENGTH = Math.ceil(MAX_FRAME_BYTES / 3) * 4

/** Has a reel get what a page looks like, from now on, whenever Chrome draws it anew.
 *  @param session of a page that is still blank, whose own events are on */
export async function filmLoad(session: CDPSession, reel: Reel): Promise<void> {
  /** The navigation's start, by the clock of the pictures: seconds since 1970. */
  let zeroS: number | null = null
  session.on('Network.requestWillBeSent', ({ wallTime }) => {
    zeroS ??= wallTime
  })
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    const { timestamp = 0, deviceWidth, deviceHeight } = metadata
    // Two are under way at most, and what is drawn meanwhile would be left out: none may be held back.
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => {})
    // Before the navigation the page is blank.
    if (data.length > MAX_DATA_LENGTH) return
    const atMs = zeroS === null ? 0 : msBetween(zeroS, timestamp)
    reel.add({ atMs, data }, `${deviceWidth} x ${deviceHeight}`)
  })
  const side = { maxWidth: FRAME_SIDE, maxHeight: FRAME_SIDE }
  await session.send('Page.startScreencast', { format: 'jpeg', quality: QUALITY, ...side })
}
