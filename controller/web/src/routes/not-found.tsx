import { Link } from '@tanstack/react-router'
import { EmptyState } from '../parts/feedback/empty-state.tsx'

export function NotFound() {
  return (
    <main className="mx-auto max-w-lg p-8">
      <EmptyState title="There is no such page" action={<Link to="/">To the overview</Link>}>
        The address may be mistyped, or what was here is gone.
      </EmptyState>
    </main>
  )
}
