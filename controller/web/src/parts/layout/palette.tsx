import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Permissions } from '../../data/me.ts'
import { PlainButton } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { Skeleton } from '../feedback/skeleton.tsx'
import { late } from '../late.tsx'

/** What it is made of is loaded when somebody opens it. */
const Entries = late(
  async () => (await import('./palette-entries.tsx')).Entries,
  <Skeleton className="h-10" />,
)

const OPEN = 'sightline-go-to'

/** The key beside K, as this machine's people call it. */
const KEYS = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K'

/** Opens it for who has a pointer, and tells of its keys. */
export function PaletteButton() {
  return (
    <PlainButton
      onPress={() => dispatchEvent(new Event(OPEN))}
      aria-keyshortcuts="Control+K Meta+K"
      className="flex h-9 w-full cursor-pointer items-center gap-2 rounded-lg border border-line px-3 text-sm text-ink-faint transition-colors hover:bg-hover hover:text-ink"
    >
      <Search aria-hidden className="size-4 shrink-0" />
      Go to
      <kbd aria-hidden className="ml-auto font-sans text-xs">
        {KEYS}
      </kbd>
    </PlainButton>
  )
}

/** The same where there is little room, and no keys. */
export function PaletteIcon() {
  return (
    <IconButton name="Go to" onPress={() => dispatchEvent(new Event(OPEN))}>
      <Search aria-hidden />
    </IconButton>
  )
}

/** Everything there is, by the keyboard: Ctrl-K (or Command-K) opens it anywhere. */
export function Palette({ permissions }: { permissions: Permissions }) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const open = (event: KeyboardEvent): void => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setOpen((before) => !before)
    }
    const show = (): void => setOpen(true)
    addEventListener('keydown', open)
    addEventListener(OPEN, show)
    return () => {
      removeEventListener('keydown', open)
      removeEventListener(OPEN, show)
    }
  }, [])
  return (
    <Dialog title="Go to" isOpen={isOpen} onClose={() => setOpen(false)}>
      <Entries permissions={permissions} onDone={() => setOpen(false)} />
    </Dialog>
  )
}
