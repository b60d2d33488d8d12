import { expect, test } from 'vitest'
import {
  isSandboxRefused,
  launchFailureText,
  missingLibrary,
} from '../../../../agent/src/browser/launch-failures.ts'

const NSS = `[1:1:ERROR:crypto/nss_util.cc:377] After loading Root Certs, loaded==false: libnssckbi.so: cannot open shared object file: No such file or directory
[1:1:ERROR:../crypto/nss_util.cc:256] Error initializing NSS with a persistent database (sql:/tmp/nssdb): libsqlite3.so.0: cannot open shared object file: No such file or directory`

test('a library that is missing is named, and not one that Chrome does without', () => {
  expect(missingLibrary(NSS)).toBe('libsqlite3.so.0')
  expect(missingLibrary(NSS.split('\n')[0] ?? '')).toBeNull()
  expect(launchFailureText({ output: NSS, isLate: false }, 1_000)).toContain('libsqlite3.so.0')
})

test('a machine without a sandbox is told apart from one that is busy', () => {
  const output = 'FATAL:zygote_host_impl_linux.cc(128)] No usable sandbox!'
  expect(isSandboxRefused({ output, isLate: false })).toBe(true)
  expect(isSandboxRefused({ output, isLate: true })).toBe(false)
  expect(launchFailureText({ output, isLate: false }, 1_000)).toMatch(
    /gives it no sandbox \(.+; or SIGHTLINE_CHROME_SANDBOX=off\)\.$/,
  )
  expect(launchFailureText({ output: '', isLate: true }, 60_000)).toContain('within 60 s')
})
