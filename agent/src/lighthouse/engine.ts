import { withoutUnused } from './without-unused.ts'

/** Loads Lighthouse with all that its first run would load, which takes most of a second. */
export const loadEngine = () => withoutUnused(loadWhole)

async function loadWhole() {
  const [{ default: lighthouse }, { initializeConfig }, { labConfig, labFlags }] =
    await Promise.all([
      import('lighthouse'),
      import('lighthouse/core/config/config.js'),
      import('./settings.ts'),
    ])
  // Its audits and gatherers are loaded by what reads its settings.
  await initializeConfig('navigation', labConfig(), labFlags('mobile', 0))
  return { lighthouse, labConfig, labFlags }
}

/** Lighthouse, loaded. */
export type Engine = Awaited<ReturnType<typeof loadEngine>>
