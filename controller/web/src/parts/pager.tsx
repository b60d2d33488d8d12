import { ChevronLeft, ChevronRight } from 'lucide-react'
import { numberWords } from '../words/durations.ts'
import { IconButton } from './controls/icon-button.tsx'

/** From page to page of a list. */
export function Pager({
  page,
  per,
  total,
  onGo,
}: {
  page: number
  per: number
  total: number
  onGo: (page: number) => void
}) {
  const pages = Math.max(1, Math.ceil(total / per))
  if (pages === 1) return null
  const first = (page - 1) * per + 1
  return (
    <nav aria-label="Pages of the list" className="flex items-center justify-end gap-2 px-2 py-1.5">
      <span className="numbers text-xs text-ink-faint">
        {numberWords(first)} to {numberWords(Math.min(total, page * per))} of {numberWords(total)}
      </span>
      <IconButton name="Page before" isDisabled={page <= 1} onPress={() => onGo(page - 1)}>
        <ChevronLeft aria-hidden />
      </IconButton>
      <IconButton name="Next page" isDisabled={page >= pages} onPress={() => onGo(page + 1)}>
        <ChevronRight aria-hidden />
      </IconButton>
    </nav>
  )
}
