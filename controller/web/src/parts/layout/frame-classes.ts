/** Of the frame, and of what holds its place. */
export const FRAME_CLASSES = 'lg:grid lg:min-h-dvh lg:grid-cols-[15rem_1fr] print:block'
export const SIDE_CLASSES =
  'sticky top-0 hidden h-dvh flex-col gap-6 border-r border-line bg-surface px-3 py-5 lg:flex print:hidden'
export const HEADER_CLASSES =
  'sticky top-0 z-30 flex items-center justify-between border-b border-line bg-surface px-4 py-2 lg:hidden print:hidden'
/** What is in the frame: a page. */
export const PAGE_CLASSES = 'mx-auto w-full max-w-7xl px-4 py-6 sm:px-6 lg:px-8'
