import { join } from 'node:path'
import { trustedFile } from './authority.ts'

/** Where a certificate is kept, and what goes with it. */
export interface CertificateFiles {
  readonly certificateFile: string
  readonly keyFile: string
  readonly authorityFile: string
}

export const certificateFilesIn = (folder: string): CertificateFiles => ({
  certificateFile: join(folder, 'certificate.pem'),
  keyFile: join(folder, 'key.pem'),
  authorityFile: trustedFile(folder),
})
