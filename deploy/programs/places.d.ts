export const PROGRAMS: readonly string[]
export const PARTS_OF_PROGRAMS: readonly string[]
