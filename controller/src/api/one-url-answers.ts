import type {
  AnalysisName,
  AnalysisOptions,
  AnalysisResult,
} from '@sightline/shared/analyses/registry'
import { ANALYSES } from '@sightline/shared/analyses/registry'
import { IMAGE_TYPES } from '@sightline/shared/analyses/image-header'
import { AppError } from '@sightline/shared/errors'
import { z } from 'zod'

/** What is sent instead of a result as JSON. */
interface FileAnswer {
  readonly mimeType: string
  /** A browser that saves it calls it so: letters, digits, dots and hyphens. */
  readonly fileName: string
  /** What else of the result is told, as it cannot stand in the file. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** An analysis that answers with files, unless its result itself is asked for. */
interface FileAnswers<N extends AnalysisName> {
  /** Every MIME type that it can answer with, besides JSON. */
  readonly mimeTypes: readonly string[]
  /** null where the result itself is the answer. @throws AppError for what was not asked for */
  readonly answer: (result: AnalysisResult<N>, options: AnalysisOptions<N>) => FileAnswer | null
}

/** Names of files know fewer characters than hosts have: an IPv6 address is in brackets. */
function hostOf(url: string): string {
  const host = URL.parse(url)?.hostname ?? ''
  return host.replaceAll(/[^a-z0-9.-]+/g, '-').replaceAll(/^-|-$/g, '') || 'page'
}

const screenshot: FileAnswers<'screenshot'> = {
  mimeTypes: IMAGE_TYPES,
  answer({ fetchedUrl, mimeType, complete, data }, { format }) {
    const wanted = format === 'json' ? 'image/png' : `image/${format}`
    if (mimeType !== wanted) {
      const message = `The agent gave an image of the type ${mimeType}, though ${wanted} was asked for: it may need an update.`
      throw new AppError('upstreamFailed', message)
    }
    if (format === 'json') return null
    const fileName = `${hostOf(fetchedUrl)}.${format}`
    const headers = { 'x-sightline-complete': String(complete) }
    return { mimeType, fileName, headers, body: Buffer.from(data, 'base64') }
  },
}

/** Analyses that do not always answer with their result as JSON. */
const FILE_ANSWERS: { readonly [N in AnalysisName]?: FileAnswers<N> } = { screenshot }

/** The file that answers a request; null where the result itself does.
 *  @throws AppError upstreamFailed when the agent's file is not what was asked for */
export function fileAnswer<N extends AnalysisName>(
  name: N,
  result: AnalysisResult<N>,
  options: AnalysisOptions<N>,
): FileAnswer | null {
  const answers: FileAnswers<N> | undefined = FILE_ANSWERS[name]
  return answers?.answer(result, options) ?? null
}

/** A file is sent as it is, so nothing is made of this but its description. */
const fileSchema = (mimeType: string) => z.string().meta({ contentMediaType: mimeType })

/** Said of every analysis by the controller, which chose the agent. */
const REGION = {
  region: z.string().meta({
    description: 'Location it was looked at from; the header X-Sightline-Region says the same.',
    example: 'eu-west',
  }),
}

/** The JSON of an answer: what the agent found, and where it is. */
export function answerObject(name: AnalysisName): z.ZodObject {
  const result: z.ZodObject = ANALYSES[name].result
  return result.extend(REGION)
}

/** What an endpoint answers when it works, for its response schemas. */
export function answerSchema(name: AnalysisName) {
  const result = answerObject(name)
  const files = FILE_ANSWERS[name]?.mimeTypes ?? []
  const content = Object.fromEntries(
    files.map((mimeType) => [mimeType, { schema: fileSchema(mimeType) }]),
  )
  return { content: { ...content, 'application/json': { schema: result } } }
}
