import { setTimeout as delay } from 'node:timers/promises'
import type { Installation } from './installation.ts'
import { PERFORM } from './perform.ts'
import type { Episode, Fault } from './plan.ts'
import type { Targets } from './targets.ts'

/** A time in which a page was broken, UNIX ms. */
export interface Broken {
  readonly page: string
  readonly fromMs: number
  readonly toMs: number
}

/** What was done. */
export interface Played {
  readonly broken: readonly Broken[]
  /** Faults that could not be done, such as killing a session of a server that was recovering. */
  readonly passedOver: readonly string[]
}

/** Does everything at its time. Resolves when all of it is over. @throws when the signal aborts */
export async function play(
  plan: { faults: readonly Fault[]; episodes: readonly Episode[] },
  installation: Installation,
  targets: Targets,
  signal: AbortSignal,
): Promise<Played> {
  const beganMs = performance.now()
  const passedOver: string[] = []
  const until = (atMs: number) =>
    delay(Math.max(0, beganMs + atMs - performance.now()), undefined, { signal })

  async function doFault(fault: Fault): Promise<void> {
    await until(fault.fromMs)
    const seconds = ((fault.toMs - fault.fromMs) / 1_000).toFixed(0)
    console.log(
      `  ${(fault.fromMs / 1_000).toFixed(0)} s: ${fault.name} of ${fault.subject}, ${seconds} s`,
    )
    const end = await PERFORM[fault.name](installation, fault).catch((error: unknown) => {
      passedOver.push(`${fault.name} of ${fault.subject}: ${String(error)}`)
    })
    await until(fault.toMs)
    await end?.()
  }

  async function doEpisode({ page, fromMs, toMs }: Episode): Promise<Broken> {
    await until(fromMs)
    const brokenAtMs = await targets.set(page, true)
    await until(toMs)
    return { page, fromMs: brokenAtMs, toMs: await targets.set(page, false) }
  }

  const [broken] = await Promise.all([
    Promise.all(plan.episodes.map(doEpisode)),
    Promise.all(plan.faults.map(doFault)),
  ])
  return { broken, passedOver }
}
