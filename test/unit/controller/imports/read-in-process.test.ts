import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readInProcess } from '../../../../controller/src/imports/read-in-process.ts'
import type { ReadLine } from '../../../../controller/src/imports/reading/write-reading.ts'
import { temporaryFolder } from '../../../helpers/temporary-folder.ts'

function fileOf(text: string): string {
  const path = join(temporaryFolder(), 'file')
  writeFileSync(path, text)
  return path
}

async function linesOf(read: AsyncIterable<ReadLine>): Promise<ReadLine[]> {
  const lines: ReadLine[] = []
  for await (const line of read) lines.push(line)
  return lines
}

it('tells what a file holds, line by line', async () => {
  const lines = await linesOf(readInProcess(fileOf('https://a.example\n'), 'auto'))
  expect(lines.map(({ kind }) => kind)).toEqual(['file', 'monitor', 'end'])
})

it('waits for whoever takes the lines, however slowly', async () => {
  const addresses = Array.from({ length: 20_000 }, (_, index) => `https://a${index}.example`)
  let count = 0
  for await (const line of readInProcess(fileOf(addresses.join('\n')), 'csv')) {
    if (line.kind === 'monitor') count += 1
    if (count % 500 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  expect(count).toBe(20_000)
})

it('is ended when it takes too long', async () => {
  const read = linesOf(readInProcess(fileOf('https://a.example\n'), 'auto', 0))
  await expect(read).rejects.toThrow('it takes too long')
})

it('may be left at any line', async () => {
  for await (const { kind } of readInProcess(fileOf('https://a.example\n'), 'auto')) {
    expect(kind).toBe('file')
    break
  }
})
