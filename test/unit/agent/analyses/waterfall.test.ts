import { WaterfallResult } from '@sightline/shared/analyses/waterfall'
import { expect, test } from 'vitest'
import { waterfallAnalysis } from '../../../../agent/src/analyses/waterfall.ts'
import type { LoadedRequest } from '../../../../agent/src/gather/page-load/followed-request.ts'
import type { FilmFrame } from '../../../../agent/src/gather/page-load/reel.ts'

const requestAt = (startMs: number, more: Partial<LoadedRequest> = {}): LoadedRequest => ({
  url: `https://example.com/${startMs}`,
  resourceType: 'Image',
  mimeType: 'image/png',
  statusCode: 200,
  startMs,
  endMs: startMs + 10,
  transferBytes: 100,
  resourceBytes: 80,
  protocol: 'h2',
  priority: 'Low',
  initiatorType: 'parser',
  isFromCache: false,
  isFinished: true,
  error: null,
  ...more,
})

function waterfall(
  requests: readonly LoadedRequest[],
  limit: number,
  film: readonly FilmFrame[] | null = null,
) {
  const pageLoad = {
    askedUrl: 'https://example.com/',
    url: 'https://www.example.com/',
    statusCode: 404,
    isComplete: false,
    isCut: false,
    requests,
    moments: { firstByteMs: 40.2, domContentLoadedMs: 90, loadMs: null },
    film,
  }
  return WaterfallResult.parse(
    waterfallAnalysis.analyse({ pageLoad }, { device: 'desktop', limit, filmstrip: 'true' }),
  )
}

test('the first requests by their start are listed, and all are counted', () => {
  const result = waterfall([requestAt(30), requestAt(0), requestAt(10.1, { endMs: 20.4 })], 2)
  expect(result).toMatchObject({
    url: 'https://example.com/',
    fetchedUrl: 'https://www.example.com/',
    statusCode: 404,
    strategy: 'desktop',
    complete: false,
    totalRequests: 3,
    returned: 2,
    totalTransferBytes: 300,
    timings: { firstByteMs: 40.2, domContentLoadedMs: 90, loadMs: null },
  })
  expect(result.requests).toEqual([
    expect.objectContaining({ startTime: 0, endTime: 10, duration: 10 }),
    {
      url: 'https://example.com/10.1',
      resourceType: 'Image',
      mimeType: 'image/png',
      statusCode: 200,
      startTime: 10.1,
      endTime: 20.4,
      duration: 10.3,
      transferSize: 100,
      resourceSize: 80,
      protocol: 'h2',
      priority: 'Low',
      initiatorType: 'parser',
      fromCache: false,
      finished: true,
      error: null,
    },
  ])
})

test('requests of one moment stay in the order they were made in', () => {
  const { requests } = waterfall([requestAt(5, { url: 'a' }), requestAt(5, { url: 'b' })], 500)
  expect(requests.map(({ url }) => url)).toEqual(['a', 'b'])
})

test('pictures are told with their size, and what is none is left out', () => {
  const jpeg = Buffer.from('ffd8ffc0000b08014000a00101110000', 'hex')
  const told = (film: readonly string[]) =>
    waterfall(
      [],
      1,
      film.map((data, atMs) => ({ atMs, data })),
    ).filmstrip
  const data = jpeg.toString('base64')
  expect(told([data, 'AAAA'])).toEqual([
    { atMs: 0, mimeType: 'image/jpeg', width: 160, height: 320, data },
  ])
  expect(waterfall([], 1).filmstrip).toBeNull()
})
