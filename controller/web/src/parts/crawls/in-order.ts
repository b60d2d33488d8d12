/** Two crawls, the earlier first: what is new, gone or mended is so of the later one, whichever of them is looked at. Pure. */
export function inOrder<C extends { readonly createdAt: string }>(
  one: C,
  other: C,
): readonly [earlier: C, later: C] {
  return one.createdAt <= other.createdAt ? [one, other] : [other, one]
}
