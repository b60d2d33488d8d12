import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { AuditLog } from '../../../src/api/schemas/audit-log.ts'
import { api } from './api.ts'

export type AuditEntry = z.input<typeof AuditLog>['entries'][number]

export interface AuditFilters {
  readonly kind?: string | undefined
  readonly personId?: string | undefined
  readonly subjectId?: string | undefined
}

/** Who changed what, newest first. */
export const auditLogQuery = (filters: AuditFilters, page: number, per: number) =>
  queryOptions({
    queryKey: ['auditLog', filters, page, per],
    queryFn: ({ signal }) =>
      api<z.input<typeof AuditLog>>('/api/v1/audit-log', {
        query: { ...filters, page, per },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
