import type { NameResolver } from '@sightline/shared/name-resolution'
import { z } from 'zod'
import { createFetch } from '../../http/fetch.ts'
import { createFindAddresses } from '../../net/addresses.ts'
import { createDial } from '../../net/dial.ts'
import { createLookUp } from '../../net/lookup.ts'
import type { ResolverHealth } from '../../net/resolver-health.ts'

/** Asks the operator's resolver for records of a name and a type (its number).
 *  @returns their data as text; none too where the resolver cannot be asked or does not know */
export type AskDnsJson = (
  name: string,
  type: number,
  signal: AbortSignal,
) => Promise<readonly string[]>

/** An answer holds at most what a DNS message does, 64 KiB, in words. */
const MAX_ANSWER_BYTES = 256 * 1024

const NO_ERROR = 0

/** Source: the JSON form of DNS over HTTPS that Google and Cloudflare describe */
const DnsJson = z.object({
  Status: z.int(),
  Answer: z
    .array(z.object({ type: z.int(), data: z.string() }))
    .max(1_000)
    .default([]),
})

function dataIn(body: Uint8Array, type: number): string[] {
  try {
    const { Status, Answer } = DnsJson.parse(JSON.parse(new TextDecoder().decode(body)))
    return Status === NO_ERROR
      ? Answer.filter((record) => record.type === type).map(({ data }) => data)
      : []
  } catch {
    // It is no such resolver, or it talks nonsense.
    return []
  }
}

/** A resolver over HTTPS. As the operator named it, no address rule binds it, but its certificate must be
 *  good; its name is resolved as all names are. @param url null for none */
export function createAskDnsJson(
  url: URL | null,
  tools: { readonly resolver: NameResolver; readonly resolverHealth: ResolverHealth },
): AskDnsJson | null {
  if (url === null) return null
  const lookUp = createLookUp(tools.resolver, tools.resolverHealth)
  const findAddresses = createFindAddresses({ lookUp, guard: { reasonBlocked: () => null } })
  const dial = createDial(findAddresses)
  const fetch = createFetch({ dial }, { verifyTls: true })
  return async (name, type, signal) => {
    const asked = new URL(url)
    asked.searchParams.set('name', name)
    asked.searchParams.set('type', String(type))
    const headers = { accept: 'application/dns-json' }
    const limits = { maxBodyBytes: MAX_ANSWER_BYTES, followRedirects: 0 }
    const fetched = await fetch({ url: asked, headers, ...limits }, signal)
    return fetched.ok && fetched.page.statusCode === 200 ? dataIn(fetched.page.body, type) : []
  }
}
