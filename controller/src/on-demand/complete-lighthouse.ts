import type { AskFieldData } from '../field-data/chrome-ux-report.ts'
import type { Level } from '../field-data/level.ts'
import type { Completion } from './completion.ts'

/** Adds what real users measured to what was measured in the lab: of the page that was reached, and of
 *  its origin. What the agent says of it never counts.
 *  Source: contract, "Lab performance result" */
export const completeLighthouse =
  (ask: AskFieldData): Completion<'lighthouse'> =>
  (asked, signal) => {
    const { device } = asked.options
    const about = <L extends Level>(level: L, url: URL) => ask(level, url, device, signal)
    const askedUrl = new URL(asked.url)
    // Most pages are where they were asked for, so the agent's time serves for this too.
    const early = { url: about('url', askedUrl), origin: about('origin', askedUrl) }
    return async (result) => {
      const fetched = URL.parse(result.fetchedUrl) ?? askedUrl
      const isThere = fetched.origin === askedUrl.origin
      const [url, origin] = await Promise.all([
        isThere && fetched.pathname === askedUrl.pathname ? early.url : about('url', fetched),
        isThere ? early.origin : about('origin', fetched),
      ])
      return { ...result, fieldData: { hasFieldData: url !== null, url, origin } }
    }
  }
