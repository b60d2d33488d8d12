import { MAX_SCREENSHOT_BYTES, MAX_SCREENSHOT_HEIGHT } from '@sightline/shared/analyses/screenshot'
import type { CDPSession, Protocol } from 'puppeteer'
import type { Device, ShownPage, Visitor } from '../browser/browser.ts'
import { ANSWER_TOO_LONG } from '../browser/pipe-transport.ts'
import { awaitImages } from './await-images.ts'
import { scrollThrough } from './scroll-through.ts'

/** What is to be on an image, and how. */
export interface ShotRequest {
  readonly device: Device
  /** Not only what can be seen without scrolling. */
  readonly isFullPage: boolean
  readonly format: 'png' | 'jpeg' | 'webp'
  /** 1 to 100; a png has none. */
  readonly quality: number
}

/** An image, or a sentence on why there is none. */
type Shot =
  | {
      readonly ok: true
      /** In pixels. */
      readonly width: number
      readonly height: number
      /** The page goes on below. */
      readonly isTruncated: boolean
      readonly image: Uint8Array
    }
  | { readonly ok: false; readonly message: string }

/** Longest wait for a page that goes on asking after its load event. */
const SETTLE_MS = 5_000
/** The same for what scrolling made it ask for, and where it never rests. */
const RESETTLE_MS = 3_000
const RESTLESS_MS = 1_000

/** The format has no room for taller ones. Source: RFC 9649, section 2.6 */
const MAX_WEBP_HEIGHT = 16_383

const MAX_MEGABYTES = MAX_SCREENSHOT_BYTES / 1e6
const TOO_LARGE = `The image has more than the ${MAX_MEGABYTES} MB that can be passed on: ask for format=jpeg or format=webp, for a lower quality, or for fullPage=false.`
const NO_IMAGE =
  'The browser could not take an image of the page: it is too large for that, or its scripts keep the browser busy.'

/** How much of the page belongs on the image. */
async function heightOf(
  session: CDPSession,
  { device, isFullPage, format }: ShotRequest,
): Promise<{ height: number; isTruncated: boolean }> {
  if (!isFullPage) return { height: device.height, isTruncated: false }
  const { cssContentSize } = await session.send('Page.getLayoutMetrics')
  const whole = Math.max(device.height, Math.ceil(cssContentSize.height))
  const most = format === 'webp' ? MAX_WEBP_HEIGHT : MAX_SCREENSHOT_HEIGHT
  return { height: Math.min(whole, most), isTruncated: whole > most }
}

/** Why Chrome gave no image; null for what is no refusal of Chrome's. */
function refusalText(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if (error.message.includes(ANSWER_TOO_LONG)) return TOO_LARGE
  return error.name === 'ProtocolError' ? NO_IMAGE : null
}

async function capture(
  session: CDPSession,
  options: Protocol.Page.CaptureScreenshotRequest,
): Promise<{ ok: true; image: Uint8Array } | { ok: false; message: string }> {
  try {
    const { data } = await session.send('Page.captureScreenshot', options)
    const bytes = Buffer.byteLength(data, 'base64')
    if (bytes > MAX_SCREENSHOT_BYTES) return { ok: false, message: TOO_LARGE }
    // Memory of its own, because it is handed over to a thread.
    const image = Buffer.alloc(bytes)
    image.write(data, 'base64')
    return { ok: true, image }
  } catch (error) {
    const message = refusalText(error)
    if (message === null) throw error
    return { ok: false, message }
  }
}

/** As `capture`. Of a tall page the packing of a png takes most of the time; packed less well it is the same
 *  image, done in two thirds of the time and up to 60 % larger. */
async function captureSoon(
  session: CDPSession,
  options: Protocol.Page.CaptureScreenshotRequest,
): ReturnType<typeof capture> {
  const isPng = options.format === 'png'
  const shot = await capture(session, { ...options, optimizeForSpeed: isPng })
  // One that is too large may be passed on when it is packed well.
  return isPng && !shot.ok && shot.message === TOO_LARGE ? capture(session, options) : shot
}

/** Waits for the page to rest, scrolled through where all of it is to be seen. Meanwhile: most pages ask
 *  for nothing more, and then nothing that came later can have been missed. */
async function comeToRest(
  session: CDPSession,
  page: ShownPage,
  { device, isFullPage }: ShotRequest,
): Promise<void> {
  const isLoaded = page.isLoaded()
  const before = page.activity()
  const resting = isLoaded ? page.settle(SETTLE_MS) : Promise.resolve(false)
  // Told to whoever waits for it, which is no one where scrolling fails first.
  resting.catch(() => {})
  if (isFullPage) await scrollThrough(session, page.mainFrame, device.height, 'frames')
  const rests = await resting
  if (!isFullPage || (rests && page.activity() === before)) return
  await scrollThrough(session, page.mainFrame, device.height, 'pauses')
  if (isLoaded) await page.settle(rests ? RESETTLE_MS : RESTLESS_MS)
}

async function take(session: CDPSession, page: ShownPage, asked: ShotRequest): Promise<Shot> {
  const { device, isFullPage, format, quality } = asked
  await comeToRest(session, page, asked)
  const { height, isTruncated } = await heightOf(session, asked)
  await awaitImages(session, page.mainFrame, height)
  const { width } = device
  const options = {
    format,
    ...(format === 'png' ? {} : { quality }),
    captureBeyondViewport: isFullPage,
    ...(isFullPage ? { clip: { x: 0, y: 0, width, height, scale: 1 } } : {}),
  }
  const shot = await captureSoon(session, options)
  return shot.ok ? { ...shot, width, height, isTruncated } : shot
}

/** Takes an image of a page. */
export function screenshotVisitor(asked: ShotRequest): Visitor<Shot> {
  return { look: (session, page) => take(session, page, asked), skipsDocument: true }
}
