export const POPOVER_CLASSES =
  'rounded-xl border border-line bg-raised p-1 shadow-raised outline-none'
export const ITEM_CLASSES =
  'flex cursor-pointer items-center gap-2 rounded-lg px-2.5 py-1.5 text-sm text-ink outline-none data-[focused]:bg-hover data-[disabled]:opacity-40'
