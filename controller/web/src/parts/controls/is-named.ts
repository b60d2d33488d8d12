/** As a page shows a name: spaces beside each other as one, none at its ends, and nothing of what has no shape, as the
 *  zero-width spaces that come along when a name is pasted. */
const shown = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Whether somebody typed a name as it is shown to them: what no page shows, nobody can type. Pure. */
export const isNamed = (typed: string, name: string): boolean => shown(typed) === shown(name)
