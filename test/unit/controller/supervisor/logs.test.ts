import {
  closeSync,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, expect, test } from 'vitest'
import { openLogFile } from '../../../../controller/src/supervisor/logs/log-file.ts'
import { readLogLine } from '../../../../controller/src/supervisor/logs/log-line.ts'
import { createLogs } from '../../../../controller/src/supervisor/logs/logs.ts'

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

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
  const folder = makeFolder()
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

test('a log that cannot turn over loses lines alone, and turns over once it can', () => {
  const folder = join(makeFolder(), 'logs')
  const file = join(folder, 'controller.log')
  const log = openLogFile(file, 10)
  log.write('the first of the lines')
  renameSync(folder, `${folder}-away`)
  log.write('one that is lost')
  // Of another part of the program: it must not be taken for the log's.
  const other = openSync(join(`${folder}-away`, 'other'), 'a')
  log.write('another that is lost')
  expect(fstatSync(other).size).toBe(0)
  closeSync(other)
  renameSync(`${folder}-away`, folder)
  log.write('one that is kept')
  log.close()
  expect(readFileSync(file, 'utf8')).toBe('one that is kept\n')
  expect(readFileSync(`${file}.1`, 'utf8')).toBe('the first of the lines\n')
  expect(readdirSync(folder).sort()).toEqual(['controller.log', 'controller.log.1', 'other'])
})

test('a log that cannot be opened is told of once, and written as soon as it can be', () => {
  const dataFolder = makeFolder()
  const warnings: string[] = []
  const terminal = { warn: (text: string) => warnings.push(text) }
  const logs = createLogs({ dataFolder, isAllShown: false, terminal })
  writeFileSync(join(dataFolder, 'logs'), '')
  logs.write('postgres', 'one')
  logs.write('postgres', 'two')
  expect(warnings).toEqual([
    expect.stringMatching(/^The log .*logs\/postgres\.log cannot be written: E[A-Z]+: .+\. /),
  ])
  rmSync(join(dataFolder, 'logs'))
  mkdirSync(join(dataFolder, 'logs'))
  logs.write('postgres', 'three')
  expect(readFileSync(join(dataFolder, 'logs', 'postgres.log'), 'utf8')).toBe('three\n')
})
