import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Crawl } from './crawls.ts'
import { crawlQuery } from './crawls.ts'

/** Keeps the header of a crawl as it is now; when it is over everything of it is read anew. */
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
    source.addEventListener('progress', show)
    source.addEventListener('done', (event: MessageEvent<string>) => {
      source.close()
      show(event)
      void queries.invalidateQueries({ queryKey: ['crawls'] })
    })
    return () => source.close()
  }, [queries, id, isRunning])
}
