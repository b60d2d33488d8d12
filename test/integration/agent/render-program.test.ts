import { readdirSync, readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { CHROME, PATIENCE_MS, site } from '../../helpers/browser.ts'
import { eventually } from '../../helpers/eventually.ts'
import type { AgentCall } from '../../helpers/fake-controller.ts'
import { startFakeController } from '../../helpers/fake-controller.ts'
import type { TestMonitor } from './agent-program.ts'
import { assignAll, resultsOf, startAgent, verdictOf } from './agent-program.ts'

async function agentWith(environment: Record<string, string> = {}) {
  const controller = await startFakeController({})
  onTestFinished(controller.stop)
  const agent = startAgent(controller.address, { environment })
  // It may say hello anew when it has tried its browser.
  const results = (id: number) => controller.calls.flatMap((each) => resultsOf(each.results(), id))
  return { agent, results, call: await controller.call(0) }
}

const capabilitiesOf = (call: AgentCall) => call.said('hello')[0]?.capabilities

const rendered = (id: number, url: string, render: object = {}): TestMonitor => ({
  id,
  type: 'web',
  url,
  timeoutMs: PATIENCE_MS,
  settings: { render: { enabled: true, ...render } },
})

/** Processes begun by another one, and by those. */
function descendantsOf(pid: number | undefined): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? []
        return [{ pid: Number(name), parent: Number(parent) }]
      } catch {
        return []
      }
    })
  const own = parents.filter(({ parent }) => parent === pid).map((each) => each.pid)
  return own.flatMap((each) => [each, ...descendantsOf(each)])
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test.skipIf(CHROME.missing !== null)(
  'renders while others are checked, and leaves nothing behind',
  async () => {
    const { origin } = await site({
      '/broken': '<script>start()</script>',
      '/plain': 'shop',
      '/held': '<img src="/never.png">',
      '/never.png': () => {},
    })
    // Room for the page that is held and another one of its host.
    const { agent, call, results } = await agentWith({ SIGHTLINE_BROWSER_PAGES: '4' })
    expect(capabilitiesOf(call)).toContain('browser')
    assignAll(call, [
      rendered(1, `${origin}/broken`, { failOnConsoleError: true }),
      rendered(2, `${origin}/held`),
      { id: 3, type: 'web', url: `${origin}/plain` },
    ])
    const [broken] = await eventually(() => {
      const found = results(1)
      return found.length > 0 ? found : null
    }, PATIENCE_MS)
    expect(broken?.failure?.message).toContain('start is not')
    expect(broken === undefined ? '' : verdictOf(broken)).toBe('down target renderError')
    expect(JSON.parse(broken?.detailsJson ?? '')).toMatchObject({
      consoleErrors: [{ kind: 'exception', text: expect.stringContaining('start is not') }],
    })
    expect(results(3).map(verdictOf)).toContain('up')

    const children = descendantsOf(agent.child.pid)
    expect(children.length).toBeGreaterThan(2)
    const askedAtMs = performance.now()
    agent.child.kill('SIGTERM')
    expect(await agent.exited).toBe(0)
    // Long before the time of the page that is held is over.
    expect(performance.now() - askedAtMs).toBeLessThan(PATIENCE_MS / 3)
    await eventually(() => !children.some(isAlive))
    // The page that was open when it ended says nothing.
    expect(results(2)).toEqual([])
  },
)

test('without a browser the agent says so, and what is to be rendered is unknown', async () => {
  const { origin, asked } = await site({ '/': 'shop' })
  const { call } = await agentWith({ SIGHTLINE_CHROME: 'none' })
  expect(capabilitiesOf(call)).not.toContain('browser')
  assignAll(call, [rendered(1, `${origin}/`)])
  const result = await eventually(() => call.results()[0] ?? null)
  expect(verdictOf(result)).toBe('unknown agent agentFault')
  expect(result.failure?.message).toBe(
    'The browser is switched off on this agent (SIGHTLINE_CHROME=none).',
  )
  expect(asked).toEqual([])
})
