import { lazy, Suspense, useEffect, useState } from 'react'
import type { Permissions } from '../../data/me.ts'
import { Dialog } from '../controls/dialog.tsx'
import { Skeleton } from '../feedback/skeleton.tsx'

/** What it is made of is loaded when somebody opens it. */
const Entries = lazy(async () => ({ default: (await import('./palette-entries.tsx')).Entries }))

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
      <Suspense fallback={<Skeleton className="h-10" />}>
        <Entries permissions={permissions} onDone={() => setOpen(false)} />
      </Suspense>
    </Dialog>
  )
}
