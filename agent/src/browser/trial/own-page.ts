import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

// No secret: a certificate that nobody trusts, for a page that this machine shows itself. Making one anew
// would take a library, and it is valid until 9966.
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBfzCCASWgAwIBAgIUZHyXu2DVXzb2XD8i9EB4FBCCoQswCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyMjE4MDEwM1oYDzk5NjYxMDI4
MTgwMTAzWjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARtrNawwwlYSFBL0KNS3Dz16WdBU2OuychbI0MDPmlgLqjdvMVGDXPa
CGKm5irdOeutnsgbFIr4Dg+lxSj+LKRvo1MwUTAdBgNVHQ4EFgQUGwZDeNSb9gBU
KKWHmkatVpQMM74wHwYDVR0jBBgwFoAUGwZDeNSb9gBUKKWHmkatVpQMM74wDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEAks6/QtDTik2YBSaJG6oV
KZDfGAJYMZIY5uZ5x4w4fcMCIBmmLNpYhQ77hGtih3rUHrQhA1per6GLHu8PLQlD
B2jM
-----END CERTIFICATE-----
`
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg6UKjXQJy32H3vIpY
tRdJSnoTVzBr69LQXjTXphlAyFKhRANCAARtrNawwwlYSFBL0KNS3Dz16WdBU2Ou
ychbI0MDPmlgLqjdvMVGDXPaCGKm5irdOeutnsgbFIr4Dg+lxSj+LKRv
-----END PRIVATE KEY-----
`

/** An https page of the agent's own on the loopback network. */
export interface OwnPage {
  readonly port: number
  /** Ends it with all of its connections. */
  readonly close: () => void
}

export async function serveOwnPage(): Promise<OwnPage> {
  const server = createServer({ cert: CERTIFICATE, key: KEY }, (_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end('<!doctype html><title>Sightline</title><p id="shown">Sightline')
  })
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
