import { CircleAlert } from 'lucide-react'
import { ApiError, ConnectionError } from '../../data/api.ts'
import { Button } from '../controls/button.tsx'

/** What is not there, or not to be seen, is so the next time too. */
export const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 403 || error.status === 404)

/** What refuses says why, in a sentence; what a browser says of its own is for whoever mends the app. */
function sentenceOf(error: unknown): string {
  if (error instanceof ApiError || error instanceof ConnectionError) return error.message
  const told = error instanceof Error ? ` (${error.message})` : ''
  return `This page could not be shown: reload it. Sightline may have been updated meanwhile.${told}`
}

/** What happened and what to do about it, in the place of what could not be shown. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  return (
    <div
      role="alert"
      className="flex flex-col items-center gap-3 rounded-xl border border-line bg-surface px-6 py-10 text-center"
    >
      <CircleAlert aria-hidden className="size-6 text-down" />
      <p className="max-w-prose text-sm wrap-anywhere text-ink-soft">{sentenceOf(error)}</p>
      {onRetry === undefined || isFinal(error) ? null : (
        <Button isSmall onPress={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}
