/** Before the first place of a crawl. */
export const BEFORE_ALL = -1

/** Reads rows that have a place, some at a time, each time after the last one read: whatever is added meanwhile,
 *  no row comes twice, and nothing waits in memory for a reader that is slow.
 *  @param read so many rows after a place, in order  @param ended nobody wants more */
export async function* inParts<Row extends { readonly seq: number }>(
  read: (after: number, limit: number) => Promise<readonly Row[]>,
  {
    after = BEFORE_ALL,
    most = Infinity,
    atOnce,
  }: { after?: number; most?: number; atOnce: number },
): AsyncGenerator<readonly Row[]> {
  let last = after
  for (let left = most; left > 0;) {
    const limit = Math.min(left, atOnce)
    const rows = await read(last, limit)
    if (rows.length > 0) yield rows
    if (rows.length < limit) return
    last = rows.at(-1)?.seq ?? last
    left -= rows.length
  }
}
