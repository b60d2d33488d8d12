import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef } from 'react'
import { numberWords } from '../words/durations.ts'
import { IconButton } from './controls/icon-button.tsx'

/** The list's first row is what is read next: it is above the pager that was pressed. */
function toTopOf(list: Element | null | undefined): void {
  if (list != null && list.getBoundingClientRect().top < 0) list.scrollIntoView()
}

/** From page to page of the list that it stands below, in one card. */
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
  const place = useRef<HTMLElement>(null)
  function go(next: number): void {
    onGo(next)
    toTopOf(place.current?.closest('section'))
  }
  const pages = Math.max(1, Math.ceil(total / per))
  if (pages === 1) return null
  const first = (page - 1) * per + 1
  return (
    <nav
      ref={place}
      aria-label="Pages of the list"
      className="flex items-center justify-end gap-2 px-2 py-1.5"
    >
      <span className="numbers text-xs text-ink-faint">
        {numberWords(first)} to {numberWords(Math.min(total, page * per))} of {numberWords(total)}
      </span>
      <IconButton name="Page before" isDisabled={page <= 1} onPress={() => go(page - 1)}>
        <ChevronLeft aria-hidden />
      </IconButton>
      <IconButton name="Next page" isDisabled={page >= pages} onPress={() => go(page + 1)}>
        <ChevronRight aria-hidden />
      </IconButton>
    </nav>
  )
}
