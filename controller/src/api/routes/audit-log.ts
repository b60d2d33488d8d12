import { AppError } from '@sightline/shared/errors'
import { z } from 'zod'
import { AUDIT_LOG_DAYS } from '../../accounts/audit-log/kept-days.ts'
import type { AuditEntryRow } from '../../db/audit-log.ts'
import { readAuditLog } from '../../db/audit-log.ts'
import type { Queryable } from '../../db/pool.ts'
import type { Api } from '../api-types.ts'
import { actorOf, usage } from '../request-context.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'
import { AuditLog } from '../schemas/audit-log.ts'
import { paging } from '../schemas/parameters.ts'
import { TimeParameter } from '../schemas/time.ts'

const MAX_PER = 200

const AuditLogQuery = z.object({
  personId: z.string().optional().meta({
    description: 'Only what this person did, or their keys.',
    example: 'psn_4fTq1Zb7Kx0Pq2Lr9sWd',
  }),
  kind: z.string().optional().meta({
    description: 'Only what was done to things of this kind: the noun of "action".',
    example: 'monitor',
  }),
  subjectId: z.string().optional().meta({
    description: 'Only what was done to this monitor, contact, or whatever it is.',
    example: 'mon_4fTq1Zb7Kx0Pq2Lr9sWd',
  }),
  from: TimeParameter.optional().meta({ description: 'Only at or after this time.' }),
  to: TimeParameter.optional().meta({ description: 'Only before this time.' }),
  ...paging(MAX_PER),
})

/** Who changed what. Addresses of callers stand in it, so it is for those who look after the people. */
export function addAuditLogRoute(app: Api, db: Queryable): void {
  app.get(
    '/api/v1/audit-log',
    {
      config: {
        access: {
          area: 'monitoring',
          permission: 'manage',
          othersAreTold: 'Who changed what is for owners and admins of the workspace.',
        },
      },
      schema: {
        tags: ['Account'],
        security: [{ apiKey: [] }],
        summary: 'Read who changed what',
        description: `Every change that was made over the API or in the app, newest first, for owners and admins of the workspace. Values that may hold secrets are not kept. Entries are kept for ${AUDIT_LOG_DAYS} days.`,
        operationId: 'readAuditLog',
        querystring: AuditLogQuery,
        response: { 200: AuditLog, ...errors(400), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { page, per, personId, kind, subjectId, from, to } = request.query
      if (from !== undefined && to !== undefined && from >= to) {
        throw new AppError(
          'badRequest',
          `The query parameter "from" is ${from.toISOString()}: it must be before "to", which is ${to.toISOString()}.`,
        )
      }
      const { total, entries } = await readAuditLog(
        db,
        actorOf(request).workspaceId,
        {
          personId: personId ?? null,
          kind: kind ?? null,
          subjectId: subjectId ?? null,
          from: from ?? null,
          to: to ?? null,
        },
        { limit: per, offset: (page - 1) * per },
      )
      return { total, page, per, entries: entries.map(viewOf), usage: usage(request) }
    },
  )
}

function viewOf(row: AuditEntryRow) {
  const { personId, personName, subjectId, subjectName, ...entry } = row
  return {
    ...entry,
    person: { id: personId, name: personName },
    subject: subjectId === null ? null : { id: subjectId, name: subjectName },
  }
}
