import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AGENT_NODE_FLAGS } from '@sightline/shared/agent-process'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  CONTROLLER_ENVIRONMENT,
  CONTROLLER_NODE_FLAGS,
} from '../../../controller/src/process/node-flags.ts'
import { missingPackages } from '../../../deploy/bootstrap/package-needs.js'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

/** Lines that end with a backslash go on. */
const dockerfile = read('deploy/images/Dockerfile').replaceAll('\\\n', ' ')

/** The instructions of a stage, as they stand. */
function stage(name: string): string[] {
  const [, rest = ''] = dockerfile.split(new RegExp(`^FROM \\S+ AS ${name}$`, 'm'))
  return (rest.split(/^FROM /m)[0] ?? '').split('\n').filter((line) => /^[A-Z]+ /.test(line))
}

const entryOf = (name: string): string[] =>
  JSON.parse(
    stage(name)
      .find((line) => line.startsWith('ENTRYPOINT '))
      ?.slice('ENTRYPOINT '.length) ?? '[]',
  ) as string[]

describe('the images', () => {
  test('run on the Node of package.json', () => {
    const { dependencies } = JSON.parse(read('package.json')) as {
      dependencies: { node: string }
    }
    expect(dockerfile).toContain(`ARG NODE_IMAGE=node:${dependencies.node}-bookworm-slim\n`)
  })

  test.each([
    ['controller', CONTROLLER_NODE_FLAGS, 'controller/src/main.ts'],
    ['agent', AGENT_NODE_FLAGS, 'agent/src/main.ts'],
  ])('start a %s as npm start does, and compile it so', (name, flags, program) => {
    const command = ['node', ...flags, 'deploy/run.js', program]
    expect(entryOf(name).slice(-command.length)).toEqual(command)
    expect(stage(`${name}-build`).join('\n')).toContain(command.join(' '))
  })

  test('give a controller the environment that npm start gives it', () => {
    for (const [name, value] of Object.entries(CONTROLLER_ENVIRONMENT)) {
      expect(stage('controller').join('\n')).toContain(`${name}=${value}`)
    }
  })

  test.each(['controller', 'agent', 'agent-browser'])('run a %s without rights', (name) => {
    const users = stage(name).filter((line) => line.startsWith('USER '))
    expect(users.at(-1)).toBe('USER 10001:10001')
  })

  test('have the fonts that a bare machine is given', () => {
    const fonts = missingPackages({
      family: 'debian',
      isRoot: true,
      isAllowed: true,
      usesPackagedChrome: true,
      hasProgram: () => true,
      hasLibrary: () => true,
      hasFont: () => false,
    }).map(({ name }) => name)
    const wanted = stage('agent-browser')
      .join('\n')
      .match(/fonts-[\w-]+/g)
    expect(wanted).toEqual(fonts)
  })

  test('are made of files that are there and that .dockerignore lets through', () => {
    const ignore = read('.dockerignore').split('\n')
    const kept = ignore.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
    const sources = [...dockerfile.matchAll(/^COPY (?!--from)(?:--\S+ )?(.+) \S+$/gm)].flatMap(
      ([, files = '']) => files.split(' '),
    )
    expect(sources.length).toBeGreaterThan(10)
    for (const file of sources) {
      expect(existsSync(join(ROOT, file)), file).toBe(true)
      expect(
        kept.some((path) => file === path || file.startsWith(`${path}/`)),
        file,
      ).toBe(true)
    }
  })
})

test.each([
  [200, 0],
  [503, 1],
])('an answer of %d ends the health check with %d', async (status, code) => {
  const server = createServer((_request, response) => {
    response.writeHead(status).end('said so')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/readyz`
  const child = spawn(process.execPath, [join(ROOT, 'deploy/images/healthy.js'), url])
  const said = (await child.stdout.toArray()).join('')
  if (child.exitCode === null) await once(child, 'exit')
  expect({ code: child.exitCode, said }).toEqual({ code, said: `${status} said so\n` })
})
