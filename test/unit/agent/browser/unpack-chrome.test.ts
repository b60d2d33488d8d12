import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { unpackChrome } from '../../../../agent/src/browser/unpack-chrome.ts'
import { temporaryFolder } from '../../../helpers/temporary-folder.ts'

/** A tar archive of one short file. */
function tarOf(name: string, text: string): Buffer {
  const header = Buffer.alloc(512)
  header.write(name, 0)
  header.write('0000644\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${text.length.toString(8).padStart(11, '0')}\0`, 124)
  header.write('00000000000\0', 136)
  header.write('        ', 148)
  header.write('0', 156)
  header.write('ustar', 257)
  header.write('00', 263)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  const body = Buffer.alloc(512)
  body.write(text)
  return Buffer.concat([header, body, Buffer.alloc(1_024)])
}

function archivesOf(): string {
  const folder = temporaryFolder()
  const write = (name: string, bytes: Buffer | string): void =>
    writeFileSync(path.join(folder, name), brotliCompressSync(bytes))
  write('chromium.br', '#!/bin/sh\n')
  write('al2023.tar.br', tarOf('lib/libnss3.so', 'nss'))
  write('fonts.tar.br', tarOf('fonts.conf', 'theirs'))
  write('swiftshader.tar.br', tarOf('libGLESv2.so', 'gl'))
  return folder
}

const { signal } = new AbortController()

test('several agents that unpack at once share what the first one made', async () => {
  const archives = archivesOf()
  const folder = path.join(temporaryFolder(), 'chrome')
  const all = await Promise.all([1, 2, 3].map(() => unpackChrome(archives, folder, signal)))
  const [first] = all
  for (const program of all) expect(program).toEqual(first)
  const [name = '', ...others] = readdirSync(folder)
  expect(others).toEqual([])
  const unpacked = path.join(folder, name)
  expect(first?.file).toBe(path.join(unpacked, 'chromium'))
  expect(statSync(first?.file ?? '').mode & 0o111).not.toBe(0)
  const [libraries = ''] = first?.environment['LD_LIBRARY_PATH']?.split(':') ?? []
  expect(readFileSync(path.join(libraries, 'libnss3.so'), 'utf8')).toBe('nss')
  expect(readFileSync(path.join(unpacked, 'libGLESv2.so'), 'utf8')).toBe('gl')
  const fonts = readFileSync(path.join(unpacked, 'fonts', 'fonts.conf'), 'utf8')
  expect(fonts).toContain('<dir prefix="relative">fonts</dir>')
})

test('archives that are broken leave nothing behind, nor do agents that were killed', async () => {
  const archives = archivesOf()
  writeFileSync(path.join(archives, 'fonts.tar.br'), 'no brotli')
  const folder = temporaryFolder()
  const left = path.join(folder, 'unpacking-left')
  mkdirSync(left)
  utimesSync(left, 0, 0)
  await expect(unpackChrome(archives, folder, signal)).rejects.toThrow('Decompression failed')
  expect(readdirSync(folder)).toEqual([])
})
