const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of this path is no folder',
  ENOSPC: 'the disk is full',
  EROFS: 'the disk can only be read',
}

/** What is wrong with a file, in words: "out/x.json: permission denied".
 *  @returns null when the error is about none */
export function fileProblem(error: Error): string | null {
  if (!('code' in error && 'path' in error)) return null
  const words = WORDS[String(error.code)]
  return words === undefined ? null : `${String(error.path)}: ${words}`
}
