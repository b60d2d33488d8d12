/** As many as the API gives at once. */
export const PER_PAGE = 200

/** All of a list that comes in pages. What came to be or went in between moves the others, so none is taken twice. Pure.
 *  @param read the entries of a page, counted from 1, and how many there are on all */
export async function allPages<T extends { readonly id: string }>(
  read: (page: number) => Promise<{ readonly total: number; readonly items: readonly T[] }>,
): Promise<T[]> {
  const found = new Map<string, T>()
  for (let page = 1; ; page += 1) {
    // How many there are is known of the one before.
    // oxlint-disable-next-line no-await-in-loop
    const { total, items } = await read(page)
    for (const item of items) found.set(item.id, item)
    if (page * PER_PAGE >= total || items.length === 0) return [...found.values()]
  }
}
