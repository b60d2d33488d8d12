import { blackholeTarget } from './blackhole.ts'
import type { MakeFaultTarget } from './fault-target.ts'
import { httpErrorTarget } from './http-error.ts'
import { refusedTarget } from './refused.ts'
import { silentTarget } from './silence.ts'

/** Ways in which a target breaks, by name. */
export const FAULTS = {
  refused: refusedTarget,
  httpError: httpErrorTarget,
  blackhole: blackholeTarget,
  silent: silentTarget,
} as const satisfies Record<string, MakeFaultTarget>

export type Fault = keyof typeof FAULTS

export const FAULT_NAMES = Object.keys(FAULTS) as readonly Fault[]
