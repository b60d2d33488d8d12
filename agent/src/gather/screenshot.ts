import { ScreenshotOptions } from '@sightline/shared/analyses/screenshot'
import { DEVICES } from '../browser/devices.ts'
import { WorkRefusal } from '../run/work.ts'
import type { ShotRequest } from '../screenshot/take-screenshot.ts'
import { screenshotVisitor } from '../screenshot/take-screenshot.ts'
import type { Gatherer } from './gatherer.ts'
import { renderRefusal } from './render-refusal.ts'
import { visitTarget } from './visit-target.ts'

/** Image formats of Chrome by those of the endpoint. */
const FORMATS = { png: 'png', jpeg: 'jpeg', webp: 'webp', json: 'png' } as const

/** An image of the page. What is wrong with its certificate keeps no one from looking at it.
 *  @throws WorkRefusal when there is none, or it is too large to be passed on */
export const gatherScreenshot: Gatherer<'screenshot'> = async (context) => {
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
    waitFor: { kind: 'load' },
    verifyTls: false,
    family: 'any',
    device: asked.device,
  } as const
  const visited = await visitTarget(request, screenshotVisitor(asked), context)
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
    mimeType: `image/${asked.format}`,
    image,
  }
}
