import { ProtocolError } from 'puppeteer'
import { describe, expect, test } from 'vitest'
import { pageErrorCode } from '../../../../agent/src/lighthouse/page-errors.ts'

const named = (name: string, code?: unknown): Error =>
  Object.assign(new Error('x'), { name }, code === undefined ? {} : { code })

describe('an error of a run', () => {
  test.each([
    ['of Lighthouse', named('LighthouseError', 'PAGE_HUNG'), 'PAGE_HUNG'],
    ['of a page that does not answer', new ProtocolError('timed out'), 'PROTOCOL_TIMEOUT'],
    ['of a page that is gone', named('TargetCloseError'), 'PROTOCOL_TIMEOUT'],
    ['of the machine', named('Error', 'ENOENT'), null],
    ['of the code', new TypeError('x is not a function'), null],
    ['that is none', 'text', null],
  ])('%s', (_, error, code) => {
    expect(pageErrorCode(error)).toBe(code)
  })
})
