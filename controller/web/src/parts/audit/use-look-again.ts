import { useQueryClient } from '@tanstack/react-query'
import { lookAgain, lookQuery } from '../../data/audits.ts'
import { tellFailure } from '../feedback/toasts.tsx'

/** What looks at a page again, by its address. */
export function useLookAgain(): (url: string) => void {
  const queries = useQueryClient()
  return (url) => {
    const isShown = queries.getQueryData(lookQuery(url).queryKey) !== undefined
    lookAgain(queries, url).catch((error: unknown) => {
      // Otherwise it stands in the place of what is not shown.
      if (isShown) tellFailure(error)
    })
  }
}
