import type { Reading } from '../reading.ts'
import type { SourceFile } from '../source-file.ts'

/** A form that files come in. */
export interface Format {
  /** For people. */
  readonly title: string
  /** Whether a file looks like it. It may be asked of any file, and only looks. */
  readonly recognises: (file: SourceFile) => boolean
  /** @throws FileProblem when the file cannot be read as this */
  readonly read: (file: SourceFile) => Reading | Promise<Reading>
}

/** Whether a file is JSON by its first character, in UTF-8 or, as Windows saves what a program prints, in UTF-16. */
export function looksLikeJson(file: SourceFile): boolean {
  return /^(?:\ufeff|\xef\xbb\xbf|\xff\xfe)?[\s\0]*[[{]/.test(file.head().toString('latin1'))
}
