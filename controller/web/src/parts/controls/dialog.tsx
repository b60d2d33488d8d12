import { late } from '../late.tsx'
import type { OpenDialogProps } from './open-dialog.tsx'

/** What it is made of is loaded when the first one opens. */
const OpenDialog = late(async () => (await import('./open-dialog.tsx')).OpenDialog)

/** What has to be answered before anything else; Escape and a press beside it close it, unless it may not be. */
export function Dialog({ isOpen, ...rest }: OpenDialogProps & { readonly isOpen: boolean }) {
  return isOpen ? <OpenDialog {...rest} /> : null
}
