import { Skeleton, SkeletonRows } from '../feedback/skeleton.tsx'
import { FRAME_CLASSES, HEADER_CLASSES, PAGE_CLASSES, SIDE_CLASSES } from './frame-classes.ts'
import { Wordmark } from './wordmark.tsx'

/** The frame before it is known who is signed in. It also stands in the document, before any script has run. */
export function FramePlace() {
  return (
    <div className={FRAME_CLASSES}>
      <aside className={SIDE_CLASSES}>
        <div className="px-3">
          <Wordmark />
        </div>
      </aside>
      <header className={HEADER_CLASSES}>
        <Wordmark />
        <span className="size-9" />
      </header>
      <main className="min-w-0">
        <div className={PAGE_CLASSES}>
          <Skeleton className="mb-6 h-9 w-44" />
          <SkeletonRows />
        </div>
      </main>
    </div>
  )
}
