import { useNavigate, useSearch } from '@tanstack/react-router'

/** What stands in the address of the page, as texts, and what puts more of it there. */
export function usePageSearch(): {
  readonly search: Readonly<Record<string, string | undefined>>
  /** Empty and undefined values leave the address. */
  readonly change: (values: Readonly<Record<string, string | undefined>>) => void
} {
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const navigate = useNavigate()
  return {
    search,
    change: (values) =>
      void navigate({ to: '.', search: { ...search, ...values } as never, replace: true }),
  }
}
