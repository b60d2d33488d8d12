/** What is in an archive, in this order: an archive of tar that any tar lists and takes apart.
 *
 *  - `backup.json`: the manifest
 *  - `secret.key`: the keys, where they are the data folder's
 *  - `rows/NUMBER/PIECE.gz`: rows of the manifest's table of that number, and last the jobs, in COPY's text format;
 *    the pieces of one number together are one gzip
 *  - `end.json`: how many pieces there were; without it the archive is not whole */
export const NAMES = { manifest: 'backup.json', key: 'secret.key', end: 'end.json' } as const

/** @param table its place in the manifest
 *  @param piece from 0 */
export function pieceName(table: number, piece: number): string {
  return `rows/${String(table).padStart(4, '0')}/${String(piece).padStart(8, '0')}.gz`
}

/** @returns null for what is no piece */
export function readPieceName(name: string): { table: number; piece: number } | null {
  const [, table, piece] = /^rows\/(\d{4})\/(\d{8})\.gz$/.exec(name) ?? []
  return table === undefined ? null : { table: Number(table), piece: Number(piece) }
}
