import { X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Button } from '../controls/button.tsx'
import { IconButton } from '../controls/icon-button.tsx'

interface Toast {
  readonly id: number
  readonly text: string
  readonly isFailure: boolean
  /** What takes back what was done. */
  readonly undo: (() => void) | null
}

const SHOWN_MS = 6_000
/** As long as what was done can be taken back. */
const UNDO_MS = 10_000
const MAX_SHOWN = 4

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function show(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

function dismiss(id: number): void {
  show(toasts.filter((toast) => toast.id !== id))
}

function add(text: string, isFailure: boolean, undo: (() => void) | null): void {
  lastId += 1
  const id = lastId
  show([...toasts, { id, text, isFailure, undo }].slice(-MAX_SHOWN))
  // A failure stays until it was read.
  if (!isFailure) setTimeout(() => dismiss(id), undo === null ? SHOWN_MS : UNDO_MS)
}

/** Says what was done; with `undo`, for as long as it can be taken back. */
export function tellDone(text: string, undo: (() => void) | null = null): void {
  add(text, false, undo)
}

/** Says what could not be done, in the sentence of whoever refused it. */
export function tellFailure(error: unknown): void {
  add(error instanceof Error ? error.message : 'That did not work.', true, null)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where they are shown: once, at the end of the page. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  return (
    <div
      role="status"
      aria-live="polite"
      // A press on one is none beside a dialog that is open, which that would close.
      data-react-aria-top-layer="true"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-50 flex flex-col items-end gap-2"
    >
      {shown.map(({ id, text, isFailure, undo }) => (
        <div
          key={id}
          className={`pointer-events-auto flex max-w-md items-center gap-2 rounded-xl border bg-raised py-1.5 pr-1.5 pl-4 text-sm shadow-raised ${isFailure ? 'border-down text-down' : 'border-line'}`}
        >
          <span className="py-1 break-words">{text}</span>
          {undo === null ? null : (
            <Button
              isSmall
              look="quiet"
              onPress={() => {
                undo()
                dismiss(id)
              }}
            >
              Undo
            </Button>
          )}
          <IconButton name="Dismiss" className="size-7" onPress={() => dismiss(id)}>
            <X aria-hidden />
          </IconButton>
        </div>
      ))}
    </div>
  )
}
