import type { ReadMonitor } from './reading.ts'

/** Monitors with those first that others depend on, otherwise in their order. Of a circle, which no export has, one
 *  dependency is dropped, and said. */
export function orderByDependencies(monitors: readonly ReadMonitor[]): ReadMonitor[] {
  const byRef = new Map(monitors.map((monitor) => [monitor.ref, monitor]))
  const ordered: ReadMonitor[] = []
  const state = new Map<string, 'open' | 'done'>()
  for (const monitor of monitors) {
    // A stack of our own: a chain may be as long as the file.
    const stack = [monitor]
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const { ref } = top
      if (state.get(ref) === 'done') {
        stack.pop()
        continue
      }
      state.set(ref, 'open')
      const next = dependenciesOf(top).find((each) => byRef.has(each) && !state.has(each))
      const awaited = next === undefined ? undefined : byRef.get(next)
      if (awaited === undefined) {
        state.set(ref, 'done')
        stack.pop()
        ordered.push(withoutOpen(top, state))
      } else stack.push(awaited)
    }
  }
  return ordered
}

function dependenciesOf({ body }: ReadMonitor): string[] {
  const sent = body['dependsOn']
  return Array.isArray(sent) ? sent.filter((each) => typeof each === 'string') : []
}

/** Without the dependencies that lead back to it: they are not done yet. */
function withoutOpen(
  monitor: ReadMonitor,
  state: ReadonlyMap<string, 'open' | 'done'>,
): ReadMonitor {
  const all = dependenciesOf(monitor)
  const dependsOn = all.filter((each) => state.get(each) !== 'open')
  if (dependsOn.length === all.length) return monitor
  return {
    ...monitor,
    body: { ...monitor.body, dependsOn },
    warnings: [...monitor.warnings, 'A dependency that leads in a circle is left out.'],
  }
}
