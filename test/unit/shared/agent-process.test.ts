import { readFileSync } from 'node:fs'
import { AGENT_NODE_FLAGS } from '@sightline/shared/agent-process'
import { expect, test } from 'vitest'

test('npm run agent starts an agent as npm start does', () => {
  const { scripts } = JSON.parse(
    readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
  ) as { scripts: Record<string, string> }
  expect(scripts['agent']).toBe(
    `exec node ${AGENT_NODE_FLAGS.join(' ')} deploy/run.js agent/src/command.ts`,
  )
})
