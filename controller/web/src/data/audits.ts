import type { QueryClient } from '@tanstack/react-query'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { AddedAuditPart, AuditList, AuditObject } from '../../../src/api/schemas/audit.ts'
import type { AuditPartName, PartAnalysis } from '../../../src/audits/parts.ts'
import type { Analyses } from './analyses.ts'
import { inTurn, PATIENCE } from './analyses.ts'
import { api } from './api.ts'
import { previousOf } from './previous.ts'

export type { AuditPartName } from '../../../src/audits/parts.ts'
/** An audit that is kept, without its parts. */
export type KeptAudit = z.input<typeof AuditObject>
/** What a part holds. */
export type PartAnswer<P extends AuditPartName> = Analyses[PartAnalysis<P>]

/** Where a page's findings come from: an audit that is shown as it was, or one that goes on while somebody looks. */
export interface AuditSource {
  readonly audit: KeptAudit
  readonly isLive: boolean
}

const PATH = '/api/v1/audits'
/** Of one site; more are a list that nobody reads. */
const MOST_LISTED = 50
const pathOf = (id: string): string => `${PATH}/${encodeURIComponent(id)}`
const keyOf = (id: string) => ['audits', 'one', id] as const

/** Begins an audit of a page. @returns its id */
export const lookQuery = (url: string) =>
  queryOptions({
    queryKey: ['audits', 'look', url],
    async queryFn({ signal, client }) {
      const audit = await inTurn(
        () => api<KeptAudit>(PATH, { method: 'POST', body: { url }, signal }),
        signal,
      )
      client.setQueryData(keyOf(audit.id), audit)
      void client.invalidateQueries({ queryKey: ['audits', 'list'] })
      return audit.id
    },
    // Nothing but the person begins another: neither a window that is looked at again nor a connection that came back.
    staleTime: 'static',
    ...PATIENCE,
  })

/** Begins another audit of a page that was looked at: what is shown of it stays until that is there. */
export async function lookAgain(client: QueryClient, url: string): Promise<void> {
  await client.query({ ...lookQuery(url), staleTime: 0 })
}

export const auditQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => api<KeptAudit>(pathOf(id), { signal }),
  })

/** A part, which stays what it is; of an audit that goes on it is looked at where it is not there yet. */
export const partQuery = <P extends AuditPartName>(
  { audit: { id }, isLive }: AuditSource,
  part: P,
) =>
  queryOptions({
    queryKey: ['audits', 'part', id, part],
    async queryFn({ signal, client }): Promise<PartAnswer<P>> {
      if (!isLive) {
        const kept = await api<{ result: unknown }>(`${pathOf(id)}/parts/${part}`, { signal })
        return kept.result as PartAnswer<P>
      }
      const added = await inTurn(
        () =>
          api<z.input<typeof AddedAuditPart>>(`${pathOf(id)}/parts`, {
            method: 'POST',
            body: { part },
            signal,
          }),
        signal,
      )
      client.setQueryData<KeptAudit>(keyOf(id), (audit) => withPart(audit, part, added))
      return added.result as unknown as PartAnswer<P>
    },
    staleTime: 'static',
    ...PATIENCE,
  })

function withPart(
  audit: KeptAudit | undefined,
  part: AuditPartName,
  { kept, figures }: Pick<z.input<typeof AddedAuditPart>, 'kept' | 'figures'>,
): KeptAudit | undefined {
  if (audit === undefined || !kept) return audit
  return {
    ...audit,
    parts: [...new Set([...audit.parts, part])].sort(),
    figures: { ...audit.figures, ...figures },
  }
}

/** Audits of the site that a page belongs to, the latest first. */
export const siteAuditsQuery = (url: string) =>
  queryOptions({
    queryKey: ['audits', 'list', hostOf(url)],
    queryFn: async ({ signal }) => {
      const query = { host: hostOf(url), per: MOST_LISTED }
      return (await api<z.input<typeof AuditList>>(PATH, { query, signal })).audits
    },
    placeholderData: previousOf('audits', 'list', hostOf(url)),
  })

/** @param url of an audit, which is normalised */
const hostOf = (url: string): string => (URL.parse(url)?.hostname ?? '').replaceAll(/^\[|\]$/g, '')

export async function deleteAudit(id: string): Promise<void> {
  await api(pathOf(id), { method: 'DELETE' })
}
