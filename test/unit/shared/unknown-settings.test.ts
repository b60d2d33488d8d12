import { readFileSync } from 'node:fs'
import { readEnvironment } from '@sightline/shared/environment'
import {
  PLAIN_SETTINGS,
  SECRET_SETTINGS,
  unknownSettings,
} from '@sightline/shared/unknown-settings'
import { expect, test } from 'vitest'
import { AgentEnvironment } from '../../../agent/src/config.ts'
import { SupervisorEnvironment } from '../../../controller/src/supervisor/config.ts'

const SETTINGS = new URL('../../../docs/settings.md', import.meta.url)

test('the names of settings are those that the guide has', () => {
  const told = readFileSync(SETTINGS, 'utf8').match(/\bSIGHTLINE_[A-Z_]+[A-Z]\b/g) ?? []
  expect([...PLAIN_SETTINGS, ...SECRET_SETTINGS].toSorted()).toEqual(
    [...new Set<string>(told)].toSorted(),
  )
})

test('those that may come as a file are those that the programs read from one', () => {
  const environments = [AgentEnvironment, SupervisorEnvironment]
  const isRead = (name: string): boolean =>
    environments.some((schema) => {
      try {
        readEnvironment(schema, { [`${name}_FILE`]: '/nowhere' })
        return false
      } catch (error: unknown) {
        return String(error).includes(`${name}_FILE`)
      }
    })
  const all = [...PLAIN_SETTINGS, ...SECRET_SETTINGS]
  expect(all.filter(isRead).toSorted()).toEqual(SECRET_SETTINGS.toSorted())
})

test('what is misspelt is told, with what may be meant and without its value', () => {
  const told = unknownSettings({
    SIGHTLINE_TRUST_PROXI: '1',
    SIGHTLINE_PASSWORD_OF_SOMETHING: 'hunter2',
    SIGHTLINE_METRICS_PORT_FILE: '/run/port',
  })
  expect(told).toEqual([
    'SIGHTLINE_METRICS_PORT_FILE changes nothing: only what is secret may come as a file',
    'SIGHTLINE_PASSWORD_OF_SOMETHING is no setting and changes nothing: docs/settings.md has all of them',
    'SIGHTLINE_TRUST_PROXI is no setting and changes nothing: is SIGHTLINE_TRUST_PROXY meant? docs/settings.md has all of them',
  ])
})

test('of a secret that is given twice it is told that its file is not read, unless it is said empty', () => {
  const twice = 'changes nothing, as'
  expect(
    unknownSettings({
      DATABASE_URL: 'postgres://old:hunter2@db/sightline',
      DATABASE_URL_FILE: '/run/secrets/database-url',
      SIGHTLINE_SECRET_KEY: 'ab',
      SIGHTLINE_SECRET_KEY_FILE: '/run/secrets/key',
      SMTP_URL: '',
      SMTP_URL_FILE: '/run/secrets/smtp',
    }),
  ).toEqual([
    `DATABASE_URL_FILE ${twice} DATABASE_URL is set too: take one of them away`,
    `SIGHTLINE_SECRET_KEY_FILE ${twice} SIGHTLINE_SECRET_KEY is set too: take one of them away`,
  ])
})

test('settings of any program, what is empty and what is of others say nothing', () => {
  expect(
    unknownSettings({
      SIGHTLINE_TRUST_PROXY: '1',
      SIGHTLINE_AGENT_CONCURRENCY: '5',
      SIGHTLINE_SECRET_KEY_FILE: '/run/key',
      SIGHTLINE_TEST_IS_BUNDLED: '1',
      SIGHTLINE_OLD: '',
      SIGHTLINE_GRPC_SERVICE_HOST: '10.0.0.1',
      SIGHTLINE_GRPC_PORT: 'tcp://10.0.0.1:50051',
      SIGHTLINE_PORT_80_TCP_ADDR: '10.0.0.1',
      MY_SIGHTLINE: '1',
    }),
  ).toEqual([])
})
