import type { z } from 'zod'
import type { TypeDescription } from './description.ts'
import { dns } from './dns.ts'
import { mail } from './mail.ts'
import { ping } from './ping.ts'
import { tcp } from './tcp.ts'
import { udp } from './udp.ts'
import { web } from './web.ts'

/** Every type of monitor, in the order people see them. Source: decisions, section 6. */
const REGISTRY = { web, tcp, udp, ping, dns, mail } as const

type MonitorType = keyof typeof REGISTRY

/** The zod schema of a type's settings. */
type ShapeOf<T extends MonitorType> = (typeof REGISTRY)[T]['shape']

/** Complete settings of a monitor of type T, defaults filled in. */
export type SettingsOf<T extends MonitorType> = z.output<ShapeOf<T>>

/** What both sides know of each type: the one source of what the API accepts, of the defaults, of what is
 *  secret, and of what an agent is sent. */
export const TYPE_DESCRIPTIONS: { readonly [T in MonitorType]: TypeDescription<ShapeOf<T>> } =
  REGISTRY

/** The description of a type that is known by its word alone. */
export function descriptionOf<T extends MonitorType>(type: T): TypeDescription<ShapeOf<T>> {
  return TYPE_DESCRIPTIONS[type]
}
