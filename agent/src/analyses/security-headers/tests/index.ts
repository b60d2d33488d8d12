import type { SecurityTest } from '../security-test.ts'
import type { SecurityTestName } from '@sightline/shared/analyses/security-headers'
import { testContentSecurityPolicy } from './content-security-policy.ts'
import { testCookies } from './cookies.ts'
import { testCrossOriginEmbedderPolicy } from './cross-origin-embedder-policy.ts'
import { testCrossOriginOpenerPolicy } from './cross-origin-opener-policy.ts'
import { testCrossOriginResourcePolicy } from './cross-origin-resource-policy.ts'
import { testCrossOriginResourceSharing } from './cross-origin-resource-sharing.ts'
import { testRedirection } from './redirection.ts'
import { testReferrerPolicy } from './referrer-policy.ts'
import { testStrictTransportSecurity } from './strict-transport-security.ts'
import { testSubresourceIntegrity } from './subresource-integrity.ts'
import { testXContentTypeOptions } from './x-content-type-options.ts'
import { testXFrameOptions } from './x-frame-options.ts'

/** Everything that makes the grade. */
export const SECURITY_TESTS = {
  contentSecurityPolicy: testContentSecurityPolicy,
  cookies: testCookies,
  cors: testCrossOriginResourceSharing,
  coep: testCrossOriginEmbedderPolicy,
  coop: testCrossOriginOpenerPolicy,
  corp: testCrossOriginResourcePolicy,
  redirection: testRedirection,
  referrerPolicy: testReferrerPolicy,
  strictTransportSecurity: testStrictTransportSecurity,
  subresourceIntegrity: testSubresourceIntegrity,
  xContentTypeOptions: testXContentTypeOptions,
  xFrameOptions: testXFrameOptions,
} as const satisfies { [K in SecurityTestName]: SecurityTest }
