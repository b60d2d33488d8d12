import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
}

/** A folder of files, served as a site. */
export interface FolderServer {
  readonly base: string
  /** How often each path was asked for. */
  readonly asked: ReadonlyMap<string, number>
  readonly close: () => Promise<void>
}

export async function serveFolder(folder: string): Promise<FolderServer> {
  const asked = new Map<string, number>()
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://folder')
    asked.set(pathname, (asked.get(pathname) ?? 0) + 1)
    const name = pathname.endsWith('/') ? `${pathname}index.html` : pathname
    readFile(path.join(folder, path.normalize(decodeURIComponent(name)))).then(
      (body) => {
        const type = TYPES[path.extname(name)] ?? 'application/octet-stream'
        response.writeHead(200, { 'content-type': type }).end(body)
      },
      () => response.writeHead(404, { 'content-type': 'text/html' }).end('<p>Not found'),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
