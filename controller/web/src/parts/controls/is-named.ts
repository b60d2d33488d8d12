/** As a page shows a name: spaces beside each other as one, and none at its ends. */
const shown = (name: string): string => name.normalize('NFC').replaceAll(/\s+/g, ' ').trim()

/** Whether somebody typed a name as it is shown to them: what no page shows, nobody can type. Pure. */
export const isNamed = (typed: string, name: string): boolean => shown(typed) === shown(name)
