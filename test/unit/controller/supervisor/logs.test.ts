import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, expect, test } from 'vitest'
import { openLogFile } from '../../../../controller/src/supervisor/logs/log-file.ts'
import { readLogLine } from '../../../../controller/src/supervisor/logs/log-line.ts'

test('an entry becomes one line for people', () => {
  const entry = {
    level: 40,
    time: '2026-11-21T13:05:09.123Z',
    pid: 1,
    name: 'agent',
    region: 'eu-west',
    attempt: 3,
    err: { type: 'Error', message: 'refused', stack: 'Error: refused\n at x' },
    msg: 'no connection',
  }
  expect(readLogLine('agent-eu-west', JSON.stringify(entry))).toEqual({
    level: 40,
    text: '13:05:09 agent-eu-west warning: no connection: refused (region=eu-west, attempt=3)',
    isLogEntry: true,
  })
})

test('what is not an entry is shown as it is, and counts as an error', () => {
  for (const line of ['PORT is taken', '{broken', '{']) {
    expect(readLogLine('controller', line)).toEqual({
      level: 50,
      text: `controller: ${line}`,
      isLogEntry: false,
    })
  }
})

test('a log turns over at its size and keeps five files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'logs', 'controller.log')
  const log = openLogFile(file, 10)
  for (let number = 0; number < 20; number += 1) log.write(`line ${number} of twenty`)
  log.close()
  expect(readdirSync(join(folder, 'logs')).sort()).toEqual([
    'controller.log',
    'controller.log.1',
    'controller.log.2',
    'controller.log.3',
    'controller.log.4',
  ])
  expect(readFileSync(file, 'utf8')).toBe('line 19 of twenty\n')
  expect(readFileSync(`${file}.4`, 'utf8')).toBe('line 15 of twenty\n')
})
