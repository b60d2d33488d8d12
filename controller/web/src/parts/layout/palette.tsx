import { useEffect, useState } from 'react'
import type { Permissions } from '../../data/me.ts'
import { Dialog } from '../controls/dialog.tsx'
import { Skeleton } from '../feedback/skeleton.tsx'
import { late } from '../late.tsx'

/** What it is made of is loaded when somebody opens it. */
const Entries = late(
  async () => (await import('./palette-entries.tsx')).Entries,
  <Skeleton className="h-10" />,
)

/** Everything there is, by the keyboard: Ctrl-K (or Command-K) opens it anywhere. */
export function Palette({ permissions }: { permissions: Permissions }) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const open = (event: KeyboardEvent): void => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setOpen((before) => !before)
    }
    addEventListener('keydown', open)
    return () => removeEventListener('keydown', open)
  }, [])
  return (
    <Dialog title="Go to" isOpen={isOpen} onClose={() => setOpen(false)}>
      <Entries permissions={permissions} onDone={() => setOpen(false)} />
    </Dialog>
  )
}
