import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { runProgram } from '../../helpers/run-program.ts'
import { temporaryFolder } from '../../helpers/temporary-folder.ts'

test('an agent whose data folder is none says so in one line, whoever starts it', () => {
  const file = path.join(temporaryFolder(), 'data')
  writeFileSync(file, '')
  const flags = ['--controller', '127.0.0.1:1', '--region', 'eu-west', '--token', 'sla_x']
  const { status, stderr } = spawnSync(
    process.execPath,
    [...runProgram('agent/src/command.ts'), ...flags, '--data-dir', file],
    { encoding: 'utf8', env: { PATH: process.env['PATH'] } },
  )
  expect(stderr).toMatch(/^agent: the (?:data|state) folder \/.* cannot be (?:used|written): .*\n$/)
  expect(stderr).toContain('ENOTDIR')
  expect(status).toBe(1)
})
