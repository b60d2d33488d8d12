import { AppError } from '@sightline/shared/errors'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ApplyService } from '../../apply/apply-service.ts'
import type { AppliedBy } from '../../apply/note-applied.ts'
import { ApplyDocument, sizeProblem } from '../../apply/read-document.ts'
import type { Api } from '../api-types.ts'
import { clientAddress } from '../client-address.ts'
import { actorOf, callerOf, usage } from '../request-context.ts'
import { errorAnswer, errors, KEYED_ERRORS } from '../schemas/answers.ts'
import { ApplyAnswer, DocumentProblems } from '../schemas/apply.ts'

const MANAGE = { access: { area: 'monitoring', permission: 'manage' } } as const

/** Largest document in bytes: some 20,000 monitors. */
const MAX_DOCUMENT_BYTES = 8 * 1024 * 1024

const flag = z.enum(['true', 'false'], 'must be true or false').default('false')

const ApplyQuery = z.object({
  dryRun: flag.meta({
    description:
      'true: nothing is done, and the answer says what would be: everything is tried and taken back.',
  }),
  prune: flag.meta({
    description:
      'true: what an earlier document of the set brought and this one does not name any more is removed.',
  }),
  set: ApplyDocument.shape.set.unwrap().optional().meta({
    description: 'In place of the set that the document names.',
    example: 'shop',
  }),
  expect: z.string().max(64).optional().meta({
    description:
      'The digest of a dry run: when something else would be done by now, nothing is, and the answer is 409.',
    example: 'Jx0Pq2Lr9sWd4fTq1Zb7KxJx0Pq2Lr9sWd4fTq1Zb7Kx',
  }),
})

const BAD_DOCUMENT = errorAnswer(
  'Something in the document or a parameter is not valid, and nothing was done.',
  DocumentProblems,
)

/** Brings the workspace to what a document says. */
export function addApplyRoute(
  app: Api,
  applying: ApplyService,
  deps: { readonly trustsProxy: boolean },
): void {
  app.post(
    '/api/v1/apply',
    {
      config: MANAGE,
      bodyLimit: MAX_DOCUMENT_BYTES,
      async preValidation(request) {
        const problem = sizeProblem(request.body)
        if (problem === null) return
        throw new AppError('badRequest', problem.message, { body: { problems: [problem] } })
      },
      schema: {
        tags: ['Import and export'],
        security: [{ apiKey: [] }],
        summary: 'Bring the workspace to what a document says',
        description:
          'Declares what is to be there: what is missing is made, what differs is changed, what is as it says stays untouched, and with prune what the set brought earlier and is not named any more is removed. All of it in one transaction: all is done, or nothing. The same document sent twice does nothing the second time. The body is up to 8 MiB of JSON with at most 10,000 things. A field that an entry leaves out is at its default, but for the regions and the recipients of a monitor and whether it is paused, which stay as they are. Things refer to each other by key, name or id; people by id or mail address. An entry is found again by its key, which is kept with the set, so that what is called otherwise is changed and not made anew; else by its id; else by what makes it the same: the target of a monitor, the name of a contact or team, the slug of a status page, description and times of a maintenance window, address and times of a crawl schedule. The answer of GET /export is such a document. Secrets that read "***" stay as they are. Of two documents of a workspace at once, one waits. Rules, limits and the plan are those of the routes that make such things one by one. Counts as one call.',
        operationId: 'applyDocument',
        querystring: ApplyQuery,
        body: ApplyDocument,
        response: { 200: ApplyAnswer, 400: BAD_DOCUMENT, ...KEYED_ERRORS, ...errors(409) },
      },
    },
    async (request) => {
      const { dryRun, prune, set = null, expect = null } = request.query
      const applied = await applying.apply(actorOf(request), request.body, {
        set,
        expect,
        prune: prune === 'true',
        dryRun: dryRun === 'true',
        by: appliedBy(request, deps.trustsProxy),
      })
      return { ...applied, usage: usage(request) }
    },
  )
}

function appliedBy(request: FastifyRequest, trustsProxy: boolean): AppliedBy {
  const { personId, keyId } = callerOf(request)
  const { workspaceId } = actorOf(request)
  return { workspaceId, personId, keyId, address: clientAddress(request.raw, trustsProxy) }
}
