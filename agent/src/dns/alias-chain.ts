import type { DnsMessage, DnsRecord } from './message.ts'
import { TYPE_NUMBERS } from './record-type.ts'
import { readName } from './wire-name.ts'

/** A chain of aliases longer than this leads nowhere. */
const MAX_LINKS = 32

/** What an answer says about a name. */
export interface ChainedAnswer {
  /** Records of the asked type at the name or at what it is an alias of. */
  readonly records: readonly DnsRecord[]
  /** The name the aliases lead to; the asked one when there are none. */
  readonly lastName: string
}

/** Follows the aliases in an answer from the asked name; records of other names are left out, as a
 *  server can put anything there. @param type number of the asked type */
export function followAliases(message: DnsMessage, name: string, type: number): ChainedAnswer {
  const aliases = new Map<string, string>()
  if (type !== TYPE_NUMBERS.CNAME) {
    for (const record of message.answers) {
      if (record.type !== TYPE_NUMBERS.CNAME || aliases.has(record.name)) continue
      const target = readName(message.bytes, record.dataAt)
      if (target !== null) aliases.set(record.name, target.name)
    }
  }
  const chain = new Set([name])
  let lastName = name
  for (let links = 0; links < MAX_LINKS; links += 1) {
    const next = aliases.get(lastName)
    if (next === undefined || chain.has(next)) break
    chain.add(next)
    lastName = next
  }
  const records = message.answers.filter((each) => each.type === type && chain.has(each.name))
  return { records, lastName }
}
