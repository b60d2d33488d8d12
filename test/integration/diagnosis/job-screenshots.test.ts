import { expect, test } from 'vitest'
import { diagnoseOutage } from '../../../controller/src/diagnosis/diagnose-outage.ts'
import { takeScreenshot } from '../../../controller/src/diagnosis/screenshot/take-screenshot.ts'
import { NOW, REGIONS, useDiagnosingApi } from '../../helpers/diagnosing-api.ts'
import type { WorkAnswer } from '../../helpers/worker-session.ts'

const api = useDiagnosingApi()
const { asked, connect, partsAt, outageAt, waitingJobs } = api

/** A webp of 4 x 3 pixels: nothing but what says so. */
function webp(): Buffer {
  const image = Buffer.alloc(30)
  image.write('RIFF', 0)
  image.writeUInt32LE(22, 4)
  image.write('WEBPVP8X', 8)
  image.writeUInt32LE(10, 16)
  image.writeUIntLE(3, 24, 3)
  image.writeUIntLE(2, 27, 3)
  return image
}

/** Connects an agent that shows every page as one image. */
async function addBrowser(region: string, image: Buffer): Promise<void> {
  await connect(region, (kind, input): WorkAnswer => {
    asked.push({ region, input: { kind, ...(input as Record<string, unknown>) } })
    const { url } = input as { url: string }
    const shown = {
      url,
      fetchedUrl: `${url}moved`,
      statusCode: 500,
      device: 'desktop',
      width: 4,
      height: 3,
      truncated: false,
      complete: true,
      mimeType: 'image/webp',
      bytes: image.length,
      data: image.toString('base64'),
    }
    return { output: {}, bytes: Buffer.from(JSON.stringify(shown)) }
  })
}

const SERVER_ERROR = {
  phase: 'content',
  cause: 'serverError',
  error: 'It answered 500.',
  status_code: 500,
}
const regionsOf = (outageId: string) => ({ outageId, regions: [...REGIONS] })
const storyOf = async (outageId: string) =>
  (await api.ask('GET', `/api/v1/outages/${outageId}`)).body
const pictureOf = (outageId: string) => api.ask('GET', `/api/v1/outages/${outageId}/screenshot`)

test('what the page showed is kept with the outage', async () => {
  const image = webp()
  await addBrowser('us-east', image)
  const { outageId } = await outageAt('http://127.0.0.1:9/', SERVER_ERROR)
  await diagnoseOutage(partsAt(), { outageId })
  expect((await storyOf(outageId)).screenshot).toMatchObject({ takenAt: null, error: null })
  expect(await waitingJobs()).toBe(2)

  await takeScreenshot(partsAt(), regionsOf(outageId))
  expect(asked).toEqual([
    {
      region: 'us-east',
      input: expect.objectContaining({ kind: 'rendering', name: 'screenshot' }) as unknown,
    },
  ])
  expect((await storyOf(outageId)).screenshot).toMatchObject({
    region: 'us-east',
    takenAt: new Date(NOW + 5_000).toISOString(),
    shownUrl: 'http://127.0.0.1:9/moved',
    statusCode: 500,
    width: 4,
    height: 3,
    error: null,
  })
  const { status, headers } = await pictureOf(outageId)
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'image/webp',
    'content-length': String(image.length),
    'x-content-type-options': 'nosniff',
  })

  // Delivery is at least once: the first picture stays.
  await takeScreenshot(partsAt(NOW + 9_000), regionsOf(outageId))
  expect((await storyOf(outageId)).screenshot.takenAt).toBe(new Date(NOW + 5_000).toISOString())
})

test('there is no picture of a page that did not answer', async () => {
  const { outageId } = await outageAt('http://127.0.0.1:9/')
  await diagnoseOutage(partsAt(), { outageId })
  expect((await storyOf(outageId)).screenshot).toBeNull()
  expect((await pictureOf(outageId)).status).toBe(404)
})

test.each([
  ['no browser', 5_000, async () => undefined, 'No location that saw it fail has a browser.'],
  [
    'one that refuses',
    5_000,
    () =>
      connect('us-east', () => ({
        error: { code: 'upstreamFailed', message: 'The page is empty.' },
      })),
    'The page is empty.',
  ],
  [
    'one that answers nonsense',
    5_000,
    () => addBrowser('us-east', Buffer.from('<svg onload=alert(1)>')),
    'The agent gave a picture that is none: it may need an update.',
  ],
  [
    'one that is free too late',
    600_000,
    () => addBrowser('us-east', webp()),
    'No browser had time',
  ],
])('with %s it is said why there is no picture', async (_, afterMs, open, why) => {
  await open()
  const { outageId } = await outageAt('http://127.0.0.1:9/', SERVER_ERROR)
  await diagnoseOutage(partsAt(), { outageId })
  await takeScreenshot(partsAt(NOW + afterMs), regionsOf(outageId))
  expect((await storyOf(outageId)).screenshot.error).toContain(why)
  const { status, body } = await pictureOf(outageId)
  expect(status).toBe(404)
  expect(body.error).toContain(why)
})

test('a browser that has no room is asked again, until it is too late', async () => {
  const error = { code: 'unavailable', message: 'It has too much to do.' }
  await connect('us-east', () => ({ error }))
  const { outageId } = await outageAt('http://127.0.0.1:9/', SERVER_ERROR)
  await diagnoseOutage(partsAt(), { outageId })
  const before = await waitingJobs()
  await takeScreenshot(partsAt(), regionsOf(outageId))
  expect(await waitingJobs()).toBe(before + 1)
  expect((await storyOf(outageId)).screenshot).toMatchObject({ takenAt: null, error: null })
  await takeScreenshot(partsAt(NOW + 600_000), regionsOf(outageId))
  expect((await storyOf(outageId)).screenshot.error).toContain('No browser had time')
})

test('a picture that nobody takes any more is not told to be on its way', async () => {
  const { outageId } = await outageAt('http://127.0.0.1:9/', SERVER_ERROR)
  await diagnoseOutage(partsAt(), { outageId })
  expect((await pictureOf(outageId)).body.error).toBe('The picture is being taken.')
  await api.db.query(
    {
      text: `update outage_screenshots set asked_at = to_timestamp($1::float8 / 1000)`,
    },
    [NOW - 3_600_000],
  )
  expect((await storyOf(outageId)).screenshot).toMatchObject({
    takenAt: new Date(NOW - 3_000_000).toISOString(),
    error: 'It could not be taken in time.',
  })
  expect((await pictureOf(outageId)).body.error).toBe('It could not be taken in time.')
})

test('of very many pages that fail at once only some are shown', async () => {
  const outages = await Promise.all(
    Array.from({ length: 25 }, () => outageAt('http://127.0.0.1:9/', SERVER_ERROR)),
  )
  for (const { outageId } of outages) await diagnoseOutage(partsAt(), { outageId })
  const { rows } = await api.db.query<{ count: number }>({
    text: 'select count(*)::integer as count from outage_screenshots',
  })
  expect(rows).toEqual([{ count: 20 }])
})
