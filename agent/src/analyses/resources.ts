import type { AnalysisResult } from '@sightline/shared/analyses/registry'
import type { ResourceType } from '@sightline/shared/analyses/resources'
import { MAX_SHOWN_TEXT } from '@sightline/shared/analyses/resources'
import type { FetchedResource } from '../gather/artifacts.ts'
import { headerText } from '../page/content-type.ts'
import { isSameSite } from '../page/site.ts'
import { printable } from '../outcome/printable.ts'
import type { Analysis } from './analysis.ts'

type Result = AnalysisResult<'resources'>
type Row = Result['resources'][number]

const shown = (text: string | null) => (text === null ? null : printable(text, MAX_SHOWN_TEXT))

/** What a Content-Type says of a file whose name said nothing. Source: WHATWG MIME Sniffing, groups */
function typeByContent(contentType: string | null): ResourceType {
  const [essence = ''] = (contentType ?? '').toLowerCase().split(';', 1)
  if (essence.startsWith('image/')) return 'image'
  if (/^(?:audio|video)\//.test(essence)) return 'media'
  if (/^(?:font\/|application\/(?:x-)?font-)/.test(essence)) return 'font'
  return essence.trim() === 'text/css' ? 'stylesheet' : 'other'
}

function rowOf(fetched: FetchedResource, pageUrl: URL): Row {
  const { resource, headers } = fetched
  const { url, type, source, script, image, isLazy } = resource
  const contentType = headerText(headers, 'content-type')
  const isUnnamed = type === 'other' && source === 'style'
  return {
    url,
    type: isUnnamed ? typeByContent(contentType) : type,
    statusCode: fetched.statusCode,
    contentType: shown(contentType),
    size: fetched.bytes,
    encoding: shown(headerText(headers, 'content-encoding')),
    cacheControl: shown(headerText(headers, 'cache-control')),
    thirdParty: !isSameSite(new URL(url), pageUrl),
    ...(script === undefined ? {} : { async: script.isAsync, defer: script.isDefer }),
    renderBlocking: resource.isRenderBlocking,
    ...(image === undefined
      ? {}
      : { alt: shown(image.alt), width: shown(image.width), height: shown(image.height) }),
    ...(isLazy === undefined ? {} : { lazy: isLazy }),
    integrity: resource.hasIntegrity,
    ms: fetched.ms,
    error: shown(fetched.error),
  }
}

/** Whether a visitor would get nothing. One that was not asked for may well be there. */
function isBroken({ wasAsked, statusCode }: FetchedResource): boolean {
  return wasAsked && (statusCode === null || statusCode >= 400)
}

function countRows(rows: readonly Row[], type: ResourceType): number {
  return rows.filter((row) => row.type === type).length
}

/** What a page loads, with what came of asking for it. Counts by type are of the rows.
 *  Source: design of the analyses, "resources" */
export const resourcesAnalysis: Analysis<'resources', 'page' | 'resources'> = {
  needs: ['page', 'resources'],
  analyse({ page, resources: { resources, total } }): Result {
    const pageUrl = new URL(page.url)
    const rows = resources.map((fetched) => rowOf(fetched, pageUrl))
    const whole = resources.filter((fetched) => !isBroken(fetched))
    return {
      url: page.askedUrl,
      fetchedUrl: page.url,
      statusCode: page.statusCode,
      counts: {
        total,
        images: countRows(rows, 'image'),
        scripts: countRows(rows, 'script'),
        stylesheets: countRows(rows, 'stylesheet'),
        fonts: countRows(rows, 'font'),
        media: countRows(rows, 'media'),
        iframes: countRows(rows, 'iframe'),
        other: countRows(rows, 'other'),
        broken: resources.filter(isBroken).length,
        thirdParty: rows.filter(({ thirdParty }) => thirdParty).length,
      },
      totalBytes: whole.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
      truncated: total > resources.length || resources.some(({ wasAsked }) => !wasAsked),
      resources: rows,
    }
  },
}
