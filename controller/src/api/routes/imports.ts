import type { Logger } from '@sightline/shared/logger'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { exportWorkspace } from '../../imports/export/export-workspace.ts'
import { FORMAT_NAMES } from '../../imports/format-names.ts'
import type { ImportContext } from '../../imports/import-context.ts'
import type { ImportService, RunningImport } from '../../imports/import-service.ts'
import type { Usage } from '../../accounts/usage.ts'
import type { Api } from '../api-types.ts'
import { jsonWithList, sendInPieces } from '../long-answer.ts'
import { actorOf, usage } from '../request-context.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'
import { WorkspaceExport } from '../schemas/export.ts'
import { ImportAnswer } from '../schemas/import.ts'

const VIEW = { access: { area: 'monitoring', permission: 'view' } } as const
const MANAGE = { access: { area: 'monitoring', permission: 'manage' } } as const
const COMMON = { tags: ['Import and export'], security: [{ apiKey: [] }] }
const JSON_TYPE = 'application/json; charset=utf-8'

const FORMATS = ['auto', ...FORMAT_NAMES] as const

const BAD_FILE = {
  ...errors(400)[400],
  description:
    'The file is empty, too large, damaged or none that can be read, or a parameter is not valid.',
}

const ImportQuery = z.object({
  format: z
    .enum(FORMATS, `must be one of ${FORMATS.join(', ')}`)
    .default('auto')
    .meta({ description: 'What the file is; auto, the default, looks.' }),
  dryRun: z.enum(['true', 'false'], 'must be true or false').default('false').meta({
    description: 'true: nothing is made, and the answer says what would be.',
  }),
})

/** Files of monitors, as other programs write them, and the workspace as one file. */
export async function addImportRoutes(
  app: Api,
  {
    imports,
    context,
    log,
  }: {
    readonly imports: ImportService
    readonly context: ImportContext
    readonly log: Logger
  },
): Promise<void> {
  await app.register(async (scope) => {
    takeAnyBody(scope)
    addImportRoute(scope, imports, log)
  })
  addExportRoute(app, context, log)
}

/** The body is left in the connection: whoever serves the route takes it from there, piece by piece. */
function takeAnyBody(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined))
}

function addImportRoute(app: Api, imports: ImportService, log: Logger): void {
  app.post(
    '/api/v1/imports',
    {
      config: MANAGE,
      schema: {
        ...COMMON,
        summary: 'Import monitors from a file',
        description:
          "The body is the file as it is, of any Content-Type, up to 64 MiB (256 MiB of a database), which must arrive within 30 seconds: Uptime Kuma's backup (uptimeKuma) or its database file kuma.db (uptimeKumaSqlite; copy it while Uptime Kuma is stopped), UptimeRobot's monitors (uptimeRobot: answers of version 2 or 3 of its API, one or a list of them, or its CSV), a CSV of your own (csv: a line of names, of which url is needed; name, type, intervalMinutes or interval such as 90s, timeoutMs, regions, tags, active, port, method, expectedStatus, keyword, keywordAbsent, recordType, resolver and settings as JSON are known; or plain addresses, one on each line), or what GET /export gave (sightline). Everything is judged by the rules of the routes that make such things one by one. What is there already stays as it is, so the same file sent twice makes nothing twice, and one that was broken off can be sent again. Interval, time limit, name and tags that are out of bounds are brought within them, and a warning says so. The answer is written while things are made: it breaks off where something fails in between, or is not taken for a minute. Counts as one call.",
        operationId: 'importFile',
        querystring: ImportQuery,
        response: { 200: ImportAnswer, 400: BAD_FILE, ...KEYED_ERRORS },
      },
    },
    async (request, reply) => {
      const { format, dryRun } = request.query
      const isDryRun = dryRun === 'true'
      // A refusal must reach whoever is still sending.
      const body = request.raw.iterator({ destroyOnReturn: false })
      const running = await imports.run(actorOf(request), body, { format, isDryRun })
      const pieces = answerOf(running, isDryRun, usage(request))
      return sendInPieces(reply, { pieces, type: JSON_TYPE, log })
    },
  )
}

function answerOf(
  { format, monitors, rows, summary }: RunningImport,
  dryRun: boolean,
  used: Usage,
): AsyncGenerator<string> {
  async function* texts(): AsyncGenerator<readonly string[]> {
    for await (const some of rows) yield some.map((row) => JSON.stringify(row))
  }
  const list = { name: 'rows', items: texts() }
  return jsonWithList({ format, dryRun, monitors }, list, () => ({
    summary: summary(),
    usage: used,
  }))
}

function addExportRoute(app: Api, context: ImportContext, log: Logger): void {
  app.get(
    '/api/v1/export',
    {
      config: VIEW,
      // Its length is only known when it was made.
      exposeHeadRoute: false,
      schema: {
        ...COMMON,
        summary: 'Export the workspace as one JSON',
        description:
          'Alert contacts, alert teams, monitors, maintenance windows and crawls that repeat, each as the route takes it that makes one. Secrets are left out: they read as "***", and secretsLeftOut of each monitor names them. It is a document that POST /apply takes. POST /imports takes it back, into this workspace or another, of this installation or another: ids are mapped, contacts are unverified again, monitors without their secrets are made paused, and people and regions that are not there are left out with a warning. History, people, keys and what was moved or cancelled of single occurrences are not in it. It is written while it is read.',
        operationId: 'exportWorkspace',
        response: { 200: WorkspaceExport, ...KEYED_ERRORS },
      },
    },
    async (request, reply) => {
      const { workspaceId } = actorOf(request)
      const day = context.now().toISOString().slice(0, 10)
      reply.headers({
        'content-disposition': `attachment; filename="sightline-${day}.json"`,
        'x-content-type-options': 'nosniff',
      })
      const pieces = exportWorkspace(context, workspaceId)
      return sendInPieces(reply, { pieces, type: JSON_TYPE, log })
    },
  )
}
