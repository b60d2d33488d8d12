import type { AnalysisResult } from '@sightline/shared/analyses/registry'
import { FRAME_SIDE } from '@sightline/shared/analyses/filmstrip'
import { imageHeader } from '@sightline/shared/analyses/image-header'
import type { LoadedRequest } from '../gather/page-load/followed-request.ts'
import type { FilmFrame } from '../gather/page-load/reel.ts'
import type { Analysis } from './analysis.ts'

type Told = AnalysisResult<'waterfall'>
type Row = Told['requests'][number]

function rowOf(request: LoadedRequest): Row {
  const { startMs, endMs } = request
  return {
    url: request.url,
    resourceType: request.resourceType,
    mimeType: request.mimeType,
    statusCode: request.statusCode,
    startTime: startMs,
    endTime: endMs,
    // Of two figures with one decimal; so has their difference to be.
    duration: Math.round((endMs - startMs) * 10) / 10,
    transferSize: request.transferBytes,
    resourceSize: request.resourceBytes,
    protocol: request.protocol,
    priority: request.priority,
    initiatorType: request.initiatorType,
    fromCache: request.isFromCache,
    finished: request.isFinished,
    error: request.error,
  }
}

/** A picture as it is told, unless Chrome's is none. */
function pictureOf({ atMs, data }: FilmFrame): NonNullable<Told['filmstrip']> {
  const header = imageHeader(Buffer.from(data, 'base64'))
  if (header?.mimeType !== 'image/jpeg') return []
  const { mimeType, width, height } = header
  return Math.max(width, height) > FRAME_SIDE ? [] : [{ atMs, mimeType, width, height, data }]
}

/** What a page loads, and when. Source: contract, "Waterfall result" */
export const waterfallAnalysis: Analysis<'waterfall', 'pageLoad'> = {
  needs: ['pageLoad'],
  analyse({ pageLoad }, { device, limit }) {
    const { requests } = pageLoad
    const listed = requests.toSorted((one, other) => one.startMs - other.startMs).slice(0, limit)
    return {
      url: pageLoad.askedUrl,
      fetchedUrl: pageLoad.url,
      statusCode: pageLoad.statusCode,
      strategy: device,
      complete: pageLoad.isComplete,
      totalRequests: requests.length,
      returned: listed.length,
      totalTransferBytes: requests.reduce((sum, { transferBytes }) => sum + transferBytes, 0),
      timings: { ...pageLoad.moments },
      filmstrip: pageLoad.film?.flatMap(pictureOf) ?? null,
      requests: listed.map(rowOf),
    }
  },
}
