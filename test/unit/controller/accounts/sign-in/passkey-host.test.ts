import { expect, it } from 'vitest'
import { passkeyHost } from '../../../../../controller/src/accounts/sign-in/passkey-host.ts'

it.each([
  ['https://status.example.com', 'status.example.com', 'https://status.example.com'],
  ['http://localhost:8080', 'localhost', 'http://localhost:8080'],
  ['http://127.0.0.1:8080', 'localhost', 'http://localhost:8080'],
  ['http://[::1]:8080', 'localhost', 'http://localhost:8080'],
])('passkeys of %s belong to %s', (publicUrl, rpId, origin) => {
  expect(passkeyHost(publicUrl)).toEqual({ rpId, origins: [origin] })
})
