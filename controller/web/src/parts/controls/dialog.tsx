import { lazy, Suspense } from 'react'
import type { OpenDialogProps } from './open-dialog.tsx'

/** What it is made of is loaded when the first one opens. */
const OpenDialog = lazy(async () => ({ default: (await import('./open-dialog.tsx')).OpenDialog }))

/** What has to be answered before anything else; Escape and a press beside it close it, unless it may not be. */
export function Dialog({ isOpen, ...rest }: OpenDialogProps & { readonly isOpen: boolean }) {
  if (!isOpen) return null
  return (
    <Suspense fallback={null}>
      <OpenDialog {...rest} />
    </Suspense>
  )
}
