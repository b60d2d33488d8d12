import type { CrawlBatchInput } from '@sightline/shared/crawl/work'
import { hostOf } from '../net/target-host.ts'
import { WorkRefusal } from '../outcome/work.ts'
import type { AddressRecord } from './address-record.ts'
import type { HostSigns } from './host-signs.ts'

/** One address of a batch. */
export type Address = CrawlBatchInput['urls'][number]

/** Addresses that may be asked for at once, each alone; those of other sites by host, because each of these is asked
 *  one thing at a time. */
function groupsOf(addresses: readonly Address[]): (readonly Address[])[] {
  const isExternal = (address: Address): boolean => address.isExternal
  const own = addresses.filter((address) => !isExternal(address)).map((address) => [address])
  const others = Map.groupBy(addresses.filter(isExternal), ({ url }) => hostOf(url))
  return [...own, ...others.values()]
}

/** Works through addresses, so many at once.
 *  @param work gives null for one that was not asked for
 *  @returns records; those whose turn did not come have none, nor those that the agent had trouble of its own with
 *  @throws WorkRefusal where that was with all of them */
export async function workThrough(
  addresses: readonly Address[],
  work: (address: Address) => Promise<AddressRecord | null>,
  { parallel, signs }: { readonly parallel: number; readonly signs: HostSigns },
  signal: AbortSignal,
): Promise<AddressRecord[]> {
  const records: AddressRecord[] = []
  let trouble: WorkRefusal | null = null
  const waiting = groupsOf(addresses).values()

  async function done(address: Address): Promise<void> {
    const host = hostOf(address.url)
    if (signs.mustRest(host)) return
    try {
      const record = await work(address)
      // What was seen while the batch was given up says nothing about the address.
      if (record === null || signal.aborted) return
      signs.take(host, record.sign)
      records.push(record)
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof WorkRefusal)) throw error
      // The next one would meet the same.
      signs.take(host, 'refused')
      trouble = error
    }
  }

  async function runOn(): Promise<void> {
    for (const group of waiting) {
      for (const address of group) {
        if (signal.aborted) return
        await done(address)
      }
    }
  }

  await Promise.all(Array.from({ length: parallel }, runOn))
  const met = trouble as WorkRefusal | null
  if (met !== null && records.length === 0) throw met
  return records
}
