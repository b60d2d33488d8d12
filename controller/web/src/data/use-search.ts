import { useNavigate, useSearch } from '@tanstack/react-router'

/** What stands in the address of the page, as texts, and what puts more of it there. */
export function usePageSearch(): {
  readonly search: Readonly<Record<string, string | undefined>>
  /** Empty and undefined values leave the address.
   *  @param how.isStep "back" leads to how it was before */
  readonly change: (
    values: Readonly<Record<string, string | undefined>>,
    how?: { readonly isStep?: boolean },
  ) => void
} {
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const navigate = useNavigate()
  return {
    search,
    change: (values, { isStep = false } = {}) =>
      void navigate({ to: '.', search: { ...search, ...values } as never, replace: !isStep }),
  }
}
