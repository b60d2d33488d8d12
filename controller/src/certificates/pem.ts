import { X509Certificate } from 'node:crypto'

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^]+?-----END CERTIFICATE-----/g

/** Every certificate of a PEM text.
 *  @throws Error when one cannot be read */
export function certificatesOf(text: string): X509Certificate[] {
  return (text.match(CERTIFICATE) ?? []).map((each) => new X509Certificate(each))
}

/** The common name of who a certificate is for; null: it has none. */
export function commonNameOf(certificate: X509Certificate): string | null {
  return /^CN=(.+)$/m.exec(certificate.subject)?.[1] ?? null
}
