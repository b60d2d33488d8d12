import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef } from 'react'
import { pagingOf } from '../words/paging.ts'
import { IconButton } from './controls/icon-button.tsx'

/** The list's first row is what is read next: it is above the pager that was pressed. */
function toTopOf(list: Element | null | undefined): void {
  if (list != null && list.getBoundingClientRect().top < 0) list.scrollIntoView()
}

/** From page to page of the list that it stands below, in one card.
 *  @param of what the list is of, where a page has several */
export function Pager({
  of = 'the list',
  page,
  per,
  total,
  onGo,
}: {
  of?: string
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
  const paging = pagingOf(page, per, total)
  if (paging === null) return null
  const { text, before, next } = paging
  return (
    <nav
      ref={place}
      aria-label={`Pages of ${of}`}
      className="flex items-center justify-end gap-2 px-2 py-1.5"
    >
      <span className="numbers text-xs text-ink-faint">{text}</span>
      <IconButton
        name="Page before"
        isDisabled={before === null}
        onPress={() => go(before ?? page)}
      >
        <ChevronLeft aria-hidden />
      </IconButton>
      <IconButton name="Next page" isDisabled={next === null} onPress={() => go(next ?? page)}>
        <ChevronRight aria-hidden />
      </IconButton>
    </nav>
  )
}
