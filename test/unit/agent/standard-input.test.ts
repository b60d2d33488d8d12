import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const SOURCE = fileURLToPath(new URL('../../../agent/src/standard-input.ts', import.meta.url))

/** Reads after something else made standard input a pipe that does not wait. */
const READER = `
  process.stdin
  process.stdout.write('ready')
  const { readStandardInput } = await import(process.argv[1])
  process.stdout.write(JSON.stringify(readStandardInput()))`

test('what is written to standard input piece by piece is read to its end', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', READER, SOURCE], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const written = text(child.stdout)
  await once(child.stdout, 'readable')
  child.stdin.write('first ')
  await new Promise((resolve) => setTimeout(resolve, 300))
  child.stdin.end(`and the rest: ${'x'.repeat(10_000)}`)
  expect(await written).toBe(`ready${JSON.stringify(`first and the rest: ${'x'.repeat(10_000)}`)}`)
})
