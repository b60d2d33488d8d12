import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import type { PageSearch } from './history-step.ts'
import { historyStep } from './history-step.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** The field that this entry was typed into. */
    typed?: string | undefined
  }
}

/** What stands in the address of the page, as texts, and what puts more of it there. */
export function usePageSearch(): {
  readonly search: PageSearch
  /** Empty and undefined values leave the address. "Back" leads to how it was before.
   *  @param how.typed the field that they come from letter by letter: all of those are one step back */
  readonly change: (values: PageSearch, how?: { readonly typed?: string }) => void
} {
  const search: PageSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const router = useRouter()
  return {
    search,
    change(values, { typed } = {}) {
      // What is drawn may be of a letter before.
      const latest: PageSearch = router.latestLocation.search
      const step = historyStep(latest, values, typed, router.latestLocation.state.typed)
      if (step === 'none') return
      void navigate({
        to: '.',
        search: { ...latest, ...values } as never,
        state: { typed },
        replace: step === 'replace',
        // What was chosen stays before the eyes of who chose it.
        resetScroll: false,
      })
    },
  }
}
