import { expect, test } from 'vitest'
import { lastComplaint } from '../../../../controller/src/supervisor/postgres/last-complaint.ts'

test.each([
  [
    'FATAL:  could not write to file "base/4/3085": No space left on device\nchild process exited with exit code 1\ninitdb: removing data directory "/data"',
    'FATAL:  could not write to file "base/4/3085": No space left on device',
  ],
  // What it says of itself afterwards is no reason.
  [
    'sh: 1: cannot open /dev/null: Permission denied\nchild process exited with exit code 2\ninitdb: removing data directory "/data"\n',
    'sh: 1: cannot open /dev/null: Permission denied',
  ],
  [
    'child process was terminated by signal 9: Killed',
    'child process was terminated by signal 9: Killed',
  ],
  [
    'chown: changing ownership of x: Operation not permitted',
    'chown: changing ownership of x: Operation not permitted',
  ],
  ['\n', 'no reason given'],
])('of %j the reason is told', (output, reason) => {
  expect(lastComplaint(output)).toBe(reason)
})
