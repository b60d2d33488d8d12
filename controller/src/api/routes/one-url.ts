import type { AnalysisName } from '@sightline/shared/analyses/registry'
import { ANALYSES } from '@sightline/shared/analyses/registry'
import { RegionCode } from '@sightline/shared/regions'
import { z } from 'zod'
import type { Analyse } from '../../on-demand/analyses.ts'
import { sharerOfKey } from '../../limits/sharer.ts'
import type { Api } from '../api-types.ts'
import type { ContinentOf } from '../caller-continent.ts'
import { clientGone } from '../client-gone.ts'
import { callerOf } from '../request-context.ts'
import { ANALYSIS_WORDS, analysisOperation } from '../description/analyses/index.ts'
import { answerSchema, fileAnswer } from '../one-url-answers.ts'
import { ONE_URL_ERRORS } from '../schemas/answers.ts'

/** What every one-URL endpoint takes. Source: contract, "One-URL analysis endpoints"; decisions,
 *  section 4 */
const PageQuery = z.object({
  url: z.string().trim().min(1).max(16_384).meta({
    description:
      'The page: an http or https address, or a bare host (https, then http if https cannot be reached). What stands before an @ is dropped.',
    example: 'https://example.com/',
  }),
  region: RegionCode.optional().meta({
    description:
      'Location to look from. Default: the nearest that can, by what agents needed to connect to the host or into its network, else by where the caller is, else one that has little to do; the same for the same host.',
  }),
  key: z.string().optional().meta({ description: 'The API key, if the header is not used.' }),
})

/** Endpoints whose own parameters are looked at before the key. Source: contract, "Authentication" 8 */
const isAskedBeforeKey = (name: string): boolean => name === 'keyword-analysis'

function addAnalysis(
  app: Api,
  name: AnalysisName,
  analyse: Analyse,
  continentOf: ContinentOf,
): void {
  const { options } = ANALYSES[name]
  const { summary, description } = ANALYSIS_WORDS[name]
  const query = PageQuery.extend(options.shape)
  app.get(
    `/api/v1/${name}`,
    {
      config: {
        access: { area: 'analysis', ...(isAskedBeforeKey(name) ? { beforeKey: options } : {}) },
      },
      schema: {
        tags: ['One-URL analysis'],
        security: [{ apiKey: [] }, { apiKeyInQuery: [] }],
        summary,
        description,
        operationId: analysisOperation(name),
        querystring: query,
        response: { 200: answerSchema(name), ...ONE_URL_ERRORS },
      },
    },
    async (request, reply) => {
      const { url, region = null, key: _, ...rest } = request.query
      const sharer = sharerOfKey(callerOf(request))
      const continent = continentOf(request)
      const { workspaceId } = callerOf(request)
      const asked = { name, url, region, continent, options: rest, sharer, workspaceId }
      const { result, region: from } = await analyse(asked, clientGone(reply))
      reply.header('x-sightline-region', from)
      const file = fileAnswer(name, result, rest)
      if (file === null) return { ...result, region: from }
      return (
        reply
          .headers({
            ...file.headers,
            'content-type': file.mimeType,
            'content-disposition': `inline; filename="${file.fileName}"`,
            // It is what it says, whatever somebody put into it.
            'x-content-type-options': 'nosniff',
          })
          // The types know but one answer for a status.
          .send(file.body as never)
      )
    },
  )
}

/** An endpoint for each analysis. Source: contract, "One-URL analysis endpoints" */
export function addOneUrlRoutes(app: Api, analyse: Analyse, continentOf: ContinentOf): void {
  for (const name of Object.keys(ANALYSES) as AnalysisName[]) {
    addAnalysis(app, name, analyse, continentOf)
  }
}
