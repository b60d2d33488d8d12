import { imageHeader } from '@sightline/shared/analyses/image-header'
import { ScreenshotResult } from '@sightline/shared/analyses/screenshot'
import { describe, expect, test } from 'vitest'
import {
  createAnalysisThreads,
  PROMPT_THREADS,
} from '../../../../agent/src/analyses/thread/threads.ts'
import { createAnalysisWorker } from '../../../../agent/src/analyses/worker.ts'
import type { Screenshot } from '../../../../agent/src/gather/artifacts.ts'
import { createLanes } from '../../../../agent/src/bounds/lanes.ts'
import { WithBytes } from '../../../../agent/src/outcome/work.ts'
import { CHROME, PATIENCE_MS, site, testBrowser } from '../../../helpers/browser.ts'
import { gatherOne } from '../../../helpers/gathering.ts'
import { greyPng, readPng } from '../../../helpers/png.ts'
import { toolsFor } from '../../../helpers/run-checker.ts'

const RED = '#ff0000'
const GREEN = '#008000'
const BLUE = '#0000ff'
const GREY = '#808080'
const WHITE = '#ffffff'

const HEAD =
  '<!doctype html><meta name="viewport" content="width=device-width"><style>body { margin: 0 }</style>'

describe.skipIf(CHROME.missing !== null)('a screenshot', () => {
  const browser = testBrowser()

  const take = (url: string, options: Record<string, string> = {}): Promise<Screenshot> =>
    gatherOne('screenshot', { url, isBare: false, options }, { browser, timeoutMs: PATIENCE_MS })

  test('shows the whole page from its top, with what loads only when it is seen', async () => {
    const { origin } = await site({
      '/': `${HEAD}
        <div style="position: sticky; top: 0; height: 50px; background: red"></div>
        <div style="height: 100vh; background: green"></div>
        <div style="height: 3000px"></div>
        <img loading="lazy" src="/grey.png" width="200" height="100" style="display: block">
        <div id="last" style="height: 100px; background: red"></div>
        <script>
          new IntersectionObserver(([{ isIntersecting }]) => {
            if (isIntersecting) document.getElementById('last').style.background = 'blue'
          }).observe(document.getElementById('last'))
          scrollTo(0, 300)
        </script>`,
      '/grey.png': (_, response) => {
        response.writeHead(200, { 'content-type': 'image/png' }).end(greyPng(20, 10))
      },
    })
    const proofs = Object.entries({ mobile: [412, 823], desktop: [1350, 940] } as const).map(
      async ([device, [width, window]]) => {
        const shot = await take(`${origin}/`, { device })
        const height = 50 + window + 3_000 + 100 + 100
        expect(shot).toMatchObject({
          askedUrl: `${origin}/`,
          url: `${origin}/`,
          statusCode: 200,
          device,
          width,
          height,
          isTruncated: false,
          mimeType: 'image/png',
        })
        const picture = readPng(shot.image)
        expect([picture.width, picture.height]).toEqual([width, height])
        expect(picture.colourAt(width - 1, 0)).toBe(RED)
        expect(picture.colourAt(0, 51)).toBe(GREEN)
        expect(picture.colourAt(0, 50 + window - 1)).toBe(GREEN)
        expect(picture.colourAt(0, 50 + window)).toBe(WHITE)
        expect(picture.colourAt(100, height - 150)).toBe(GREY)
        expect(picture.colourAt(width - 1, height - 1)).toBe(BLUE)
      },
    )
    await Promise.all(proofs)
  })

  test('shows what a script loads that looks only now and then at what is in view', async () => {
    const { origin } = await site({
      '/': `${HEAD}<div style="height: 6000px"></div>
        <img id="last" width="200" height="100" style="display: block">
        <script>
          let looking = null
          addEventListener('scroll', () => {
            looking ??= setTimeout(() => {
              looking = null
              if (last.getBoundingClientRect().top < innerHeight) last.src = '/grey.png'
            }, 200)
          })
        </script>`,
      '/grey.png': (_, response) => {
        response.writeHead(200, { 'content-type': 'image/png' }).end(greyPng(20, 10))
      },
    })
    const shot = await take(`${origin}/`)
    expect(readPng(shot.image).colourAt(100, 6_050)).toBe(GREY)
  })

  test('is as wide as the device, and no higher than its format may be', async () => {
    const tall = '<div style="height: 30000px; width: 3000px; background: red"></div>'
    const { origin } = await site({ '/': `<style>body { margin: 0 }</style>${tall}` })
    const proofs = [
      { format: 'png', fullPage: 'true', height: 16_384, isTruncated: true },
      { format: 'webp', fullPage: 'true', height: 16_383, isTruncated: true },
      { format: 'jpeg', fullPage: 'false', height: 823, isTruncated: false },
    ].map(async ({ format, fullPage, height, isTruncated }) => {
      const shot = await take(`${origin}/`, { format, fullPage })
      const mimeType = `image/${format}`
      expect(shot).toMatchObject({ width: 412, height, isTruncated, mimeType })
      expect(imageHeader(Buffer.from(shot.image))).toEqual({ mimeType, width: 412, height })
      if (format === 'png') expect(readPng(shot.image).colourAt(411, height - 1)).toBe(RED)
    })
    await Promise.all(proofs)
  })

  test('that is too large to be passed on is refused, and how to get a smaller one is told', async () => {
    const { origin } = await site({
      '/': `${HEAD}<canvas style="display: block"></canvas><script>
        const canvas = document.querySelector('canvas')
        canvas.width = innerWidth
        canvas.height = 7_200
        const context = canvas.getContext('2d')
        const pixels = context.createImageData(innerWidth, 7_200)
        let noise = 1
        for (let at = 0; at < pixels.data.length; at += 1) {
          noise = Math.imul(noise, 1_664_525) + 1_013_904_223
          pixels.data[at] = at % 4 === 3 ? 255 : noise >>> 24
        }
        context.putImageData(pixels, 0, 0)
      </script>`,
    })
    const refusal = await take(`${origin}/`, { device: 'desktop' }).catch((error: unknown) => error)
    expect(refusal).toMatchObject({
      code: 'upstreamFailed',
      message: expect.stringMatching(/24 MB .*format=jpeg/),
    })
  })

  test('is taken of what is hardly a page, and of one that never rests or ends', async () => {
    const { origin } = await site({
      '/empty': '',
      '/dialog': '<body bgcolor="green"><script>alert("Hello"); confirm("Well?")</script>',
      '/polls': '<body bgcolor="blue"><script>setInterval(() => fetch("/poll"), 50)</script>',
      '/grows': `${HEAD}<div style="height: 900px"></div><script>
        onscroll = () => {
          const more = document.createElement('div')
          more.style.height = '900px'
          document.body.append(more)
        }
      </script>`,
    })
    const endless = take(`${origin}/grows`)
    const paths = ['empty', 'missing', 'dialog', 'polls']
    const shots = await Promise.all(paths.map((path) => take(`${origin}/${path}`)))
    const seen = shots.map(({ statusCode, height, image }) => {
      return [statusCode, height, readPng(image).colourAt(200, 800)]
    })
    expect(seen).toEqual([
      [200, 823, WHITE],
      [404, 823, expect.any(String)],
      [200, 823, GREEN],
      [200, 823, BLUE],
    ])
    const { height } = await endless
    expect(height).toBeGreaterThan(1_800)
    expect(height).toBeLessThanOrEqual(16_384)
  })

  test('is refused of what may not be reached, at once or later, and of what is no page', async () => {
    const { origin } = await site({
      '/redirect': (_, response) => {
        response.writeHead(302, { location: 'http://10.0.0.1/' }).end()
      },
      '/leaves':
        '<script>onload = () => setTimeout(() => { location = "http://10.0.0.1/" }, 1)</script>',
      '/blank': '<script>onload = () => setTimeout(() => { location = "about:blank" }, 1)</script>',
      '/download': (_, response) => {
        response.writeHead(200, { 'content-type': 'application/zip' }).end('PK')
      },
    })
    const refusals = ['redirect', 'leaves', 'blank', 'download'].map(async (path) => {
      const refusal = await take(`${origin}/${path}`).catch(({ code, message }) => [code, message])
      return [path, refusal] as const
    })
    expect(Object.fromEntries(await Promise.all(refusals))).toEqual({
      redirect: ['forbidden', expect.stringContaining('10.0.0.1 is a private address')],
      leaves: ['forbidden', expect.stringContaining('10.0.0.1 is a private address')],
      blank: ['upstreamFailed', expect.stringContaining('no server sent')],
      download: ['upstreamFailed', expect.stringContaining('download')],
    })
  })

  test('of a bare host is taken over http where https is not reached, and told as JSON', async () => {
    const { origin, port } = await site({ '/': 'over http' })
    const url = `https://127.0.0.1:${port}/`
    const worker = createAnalysisWorker({
      lanes: createLanes({ total: 4, perHost: 2, pages: 2 }),
      tools: toolsFor(),
      browser,
      dohUrl: null,
      run: createAnalysisThreads(PROMPT_THREADS),
    })
    const work = { name: 'screenshot', url, isBare: true, options: { fullPage: 'false' } }
    const done = await worker(work, AbortSignal.timeout(PATIENCE_MS))
    const json = done instanceof WithBytes ? Buffer.from(done.bytes).toString() : ''
    const result = ScreenshotResult.parse(JSON.parse(json))
    expect(result).toMatchObject({ url, fetchedUrl: `${origin}/`, width: 412, height: 823 })
    await expect(take(url)).rejects.toMatchObject({ code: 'upstreamFailed' })
  })
})
