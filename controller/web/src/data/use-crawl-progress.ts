import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Crawl } from './crawls.ts'
import { crawlQuery } from './crawls.ts'
import { isSeen } from './is-seen.ts'
import { whileSeen } from './while-seen.ts'

/** What a crawl has found so far is read again so often while it runs. */
const FINDINGS_EVERY_MS = 5_000
/** Where no progress is told (the controller refused, or something in between takes no streams) it is asked for. */
const ASK_EVERY_MS = 3_000

/** Keeps the header of a crawl as it is now, and what is shown of it some seconds old at most; when it is over
 *  everything of it is read anew. */
export function useCrawlProgress(id: string, isRunning: boolean): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (!isRunning) return undefined
    const source = new EventSource(`/api/v1/crawl/${encodeURIComponent(id)}/events`)
    const show = (event: MessageEvent<string>): void => {
      const header = JSON.parse(event.data) as Partial<Crawl>
      queries.setQueryData(crawlQuery(id).queryKey, (before) =>
        before === undefined ? before : { ...before, ...header },
      )
    }
    let endAsking: (() => void) | undefined
    const endFindings = whileSeen(() => void renewFindings(queries, id), FINDINGS_EVERY_MS, isSeen)
    source.addEventListener('progress', show)
    source.addEventListener('done', (event: MessageEvent<string>) => {
      source.close()
      show(event)
      void queries.invalidateQueries({ queryKey: ['crawls'] })
    })
    // A browser tries again by itself where the line broke, and never after a refusal.
    source.addEventListener('error', () => {
      if (source.readyState !== EventSource.CLOSED) return
      endAsking ??= whileSeen(
        () => void queries.invalidateQueries({ queryKey: crawlQuery(id).queryKey }),
        ASK_EVERY_MS,
        isSeen,
      )
    })
    return () => {
      source.close()
      endFindings()
      endAsking?.()
      // It is over, or nobody looks at it any more.
      void renewFindings(queries, id)
    }
  }, [queries, id, isRunning])
}

/** Reads again what is on the screen of a crawl, but for its header. */
function renewFindings(queries: QueryClient, id: string): Promise<void> {
  return queries.invalidateQueries({
    predicate: ({ queryKey: [noun, job, what] }) =>
      noun === 'crawls' && job === id && what !== 'job',
  })
}
