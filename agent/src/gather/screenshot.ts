import { anySignal } from '@sightline/shared/any-signal'
import { ScreenshotOptions } from '@sightline/shared/analyses/screenshot'
import { DEVICES } from '../browser/devices.ts'
import { WorkRefusal } from '../outcome/work.ts'
import type { ShotRequest } from '../screenshot/take-screenshot.ts'
import { screenshotVisitor } from '../screenshot/take-screenshot.ts'
import type { Gatherer } from './gatherer.ts'
import { renderRefusal } from '../browser/render-refusal.ts'
import { visitTarget } from './visit-target.ts'

/** Image formats of Chrome by those of the endpoint. */
const FORMATS = { png: 'png', jpeg: 'jpeg', webp: 'webp', json: 'png' } as const

/** How long a page may take, from when it is asked for; its wait for a place is part of it. Within the 60 s
 *  of what is rendered. Source: decisions, section 4 */
export interface ShotTimes {
  /** A page that is not loaded by then is shown as far as it came. */
  readonly enoughMs: number
  /** A page that has shown nothing by then is given up. */
  readonly giveUpMs: number
}

const TIMES: ShotTimes = { enoughMs: 25_000, giveUpMs: 50_000 }

/** Takes images of pages. What is wrong with a certificate keeps no one from looking at a page.
 *  @returns a gatherer that throws a WorkRefusal when there is none, or it is too large to be passed on */
export const screenshotGatherer =
  ({ enoughMs, giveUpMs }: ShotTimes): Gatherer<'screenshot'> =>
  async (context) => {
    const { device, fullPage, format, quality } = ScreenshotOptions.parse(context.options)
    const asked: ShotRequest = {
      // One pixel is one of CSS, whatever the screen has: also of a page that says nothing of phones.
      device: { ...DEVICES[device], scale: 1, usesViewportTag: false },
      isFullPage: fullPage === 'true',
      format: FORMATS[format],
      quality: Number(quality),
    }
    const request = {
      headers: {},
      userAgent: null,
      credentials: null,
      waitFor: { kind: 'load', enough: AbortSignal.timeout(enoughMs) },
      verifyTls: false,
      family: 'any',
      device: asked.device,
    } as const
    const signal = anySignal([context.signal, AbortSignal.timeout(giveUpMs)])
    const visited = await visitTarget(request, screenshotVisitor(asked), { ...context, signal })
    if (!visited.ok) throw renderRefusal(visited)
    const { url, statusCode, seen } = visited
    if (!seen.ok) throw new WorkRefusal('upstreamFailed', seen.message)
    if (statusCode === null) {
      throw new WorkRefusal('upstreamFailed', 'The page leads on to something that no server sent.')
    }
    const { width, height, isTruncated, image } = seen
    return {
      askedUrl: context.target.url,
      url,
      statusCode,
      device,
      width,
      height,
      isTruncated,
      isComplete: visited.isLoaded && !visited.wasCut,
      mimeType: `image/${asked.format}`,
      image,
    }
  }

/** Takes the image within the time of what is rendered.
 *  @throws WorkRefusal when there is none, or it is too large to be passed on */
export const gatherScreenshot = screenshotGatherer(TIMES)
