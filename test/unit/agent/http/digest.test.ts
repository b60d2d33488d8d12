import { expect, test } from 'vitest'
import { answerDigest, parseDigestChallenge } from '../../../../agent/src/http/digest.ts'

// RFC 7616, section 3.9.1
const NONCE = '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v'
const CLIENT_NONCE = 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ'
const OPAQUE = 'FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS'

const answer = (header: string): string => {
  const challenge = parseDigestChallenge(header)
  if (challenge === null) throw new Error('no challenge')
  const request = { method: 'GET', path: '/dir/index.html' }
  const credentials = { username: 'Mufasa', password: 'Circle of Life' }
  return answerDigest(challenge, credentials, request, 1, CLIENT_NONCE)
}

test.for([
  ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
  ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
] as const)('answers the example of RFC 7616 with %s', ([algorithm, response]) => {
  const header = answer(
    `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, nonce="${NONCE}", opaque="${OPAQUE}"`,
  )
  expect(header).toContain(`response="${response}"`)
  expect(header).toContain(`opaque="${OPAQUE}"`)
  expect(header).toContain('qop=auth, nc=00000001')
})

test('the stronger of several challenges is taken, among other schemes', () => {
  const header =
    'Basic realm="a, Digest b=c", Digest realm="x", nonce="1", algorithm=MD5, qop="auth", Digest realm="x", nonce="2", algorithm=SHA-256, qop="auth", stale=TRUE'
  expect(parseDigestChallenge(header)).toEqual({
    realm: 'x',
    nonce: '2',
    opaque: null,
    isStale: true,
    algorithm: 'SHA-256',
    qop: 'auth',
  })
})

test('a quote in a realm is taken and given back as such', () => {
  expect(answer('Digest realm="a \\"b\\"", nonce="n"')).toContain('realm="a \\"b\\""')
})

test.for([
  ['another scheme', 'Basic realm="x"'],
  ['no nonce', 'Digest realm="x", qop="auth"'],
  ['an unknown algorithm', 'Digest realm="x", nonce="n", algorithm=SHA-512-256'],
  ['auth-int only', 'Digest realm="x", nonce="n", qop="auth-int"'],
  ['nonsense', 'Digest ====,,,"'],
  ['nothing', ''],
  ['endless text', `Digest realm="x", nonce="${'n'.repeat(10_000)}"`],
])('%s is no challenge that can be answered', ([, header]) => {
  expect(parseDigestChallenge(header ?? '')).toBeNull()
})

test.for([
  ['a word without end', 'a'.repeat(8_000)],
  ['quotes that are never closed', '"\\'.repeat(4_000)],
  ['blanks in its list', `qop="auth${'\t'.repeat(7_900)}x, auth"`],
])('%s in a challenge holds nobody up', ([, hostile]) => {
  const header = `Digest realm="x", nonce="n", ${hostile}`
  const took = Array.from({ length: 5 }, () => {
    const startedAtMs = performance.now()
    expect(parseDigestChallenge(header)).toMatchObject({ realm: 'x', nonce: 'n' })
    return performance.now() - startedAtMs
  })
  expect(Math.min(...took)).toBeLessThan(10)
})
