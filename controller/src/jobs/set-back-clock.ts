import type { Runner } from 'graphile-worker'

const LOOK_MS = 2_000

/** Set back by less, at most a minute of the schedule is late. */
const SET_BACK_MS = 60_000

/** Stops a runner when the clock of the machine is set back, so that it is started anew: the library waits for the next
 *  minute of its schedule by that clock, which comes hours later then. */
export function stopWhenSetBack<Kept extends Pick<Runner, 'promise' | 'stop'>>(runner: Kept): Kept {
  let latestMs = Date.now()
  const looking = setInterval(() => {
    const nowMs = Date.now()
    latestMs = Math.max(latestMs, nowMs)
    if (nowMs >= latestMs - SET_BACK_MS) return
    clearInterval(looking)
    void runner.stop().catch(() => undefined)
  }, LOOK_MS).unref()
  const end = (): void => clearInterval(looking)
  void runner.promise.then(end, end)
  return runner
}
