/** Whether something failed only because this process, or its machine, has no file left to open: what there is to be
 *  read may be there all the same. */
export function isNoFileLeft(error: unknown): boolean {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined
  return code === 'EMFILE' || code === 'ENFILE'
}
