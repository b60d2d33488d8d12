export const PROGRAMS: readonly string[]
export const PARTS_OF_PROGRAMS: readonly string[]
export function bundleOf(root: string, file: string, stamp: string): string | null
