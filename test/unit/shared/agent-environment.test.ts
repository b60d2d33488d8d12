import { expect, test } from 'vitest'
import { AgentEnvironment } from '../../../agent/src/config.ts'
import { agentEnvironment, farAgentEnvironment } from '../../../shared/src/agent-environment.ts'

test('agents get what they need of the environment, and nothing else', () => {
  const given = {
    PATH: '/bin',
    LC_TIME: 'de_DE.UTF-8',
    SIGHTLINE_CHROME: 'none',
    DATABASE_URL: 'postgres://secret',
    SIGHTLINE_SECRET_KEY: 'secret',
    SMTP_URL: 'smtp://secret',
    AWS_SECRET_ACCESS_KEY: 'secret',
    HOME: '/root',
  }
  expect(agentEnvironment(given)).toEqual({
    PATH: '/bin',
    LC_TIME: 'de_DE.UTF-8',
    SIGHTLINE_CHROME: 'none',
  })
})

test('proxies are for agents whose controller is elsewhere', () => {
  const given = { https_proxy: 'http://proxy.example:3128', no_proxy: 'a.example' }
  expect(agentEnvironment(given)).toEqual({})
  expect(farAgentEnvironment({ ...given, DATABASE_URL: 'postgres://secret' })).toEqual(given)
})

test('every setting of an agent reaches it, but for those that are given another way', () => {
  const ways = new Set([
    'SIGHTLINE_CONTROLLER',
    'SIGHTLINE_AGENT_TOKEN',
    'SIGHTLINE_REGION',
    'SIGHTLINE_DATA_DIR',
  ])
  const names = Object.keys(AgentEnvironment.shape).filter((name) => !ways.has(name))
  const given = Object.fromEntries(names.map((name) => [name, 'x']))
  expect(farAgentEnvironment(given)).toEqual(given)
  // Several agents that one program starts cannot share a port.
  const {
    SIGHTLINE_AGENT_METRICS_HOST: _host,
    SIGHTLINE_AGENT_METRICS_PORT: _port,
    ...shared
  } = given
  expect(agentEnvironment(given)).toEqual(shared)
})
