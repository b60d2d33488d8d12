/** What is shown of a read until it comes: the one before it, as far as that was of the same. Of another monitor or crawl
 *  its figures would stand under a name that is not theirs.
 *  @param same how the keys of reads begin that are of the same
 *  @returns for the queries' library */
export function previousOf(...same: readonly string[]) {
  return <T>(
    previous: T | undefined,
    query: { readonly queryKey: readonly unknown[] } | undefined,
  ): T | undefined =>
    same.every((part, at) => query?.queryKey[at] === part) ? previous : undefined
}
