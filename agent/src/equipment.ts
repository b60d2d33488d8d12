import type { Logger } from '@sightline/shared/logger'
import { readOpenFilesLimit } from './bounds/open-files-limit.ts'
import { createLanes } from './bounds/lanes.ts'
import { createBrowserOnDemand } from './browser/browser-on-demand.ts'
import { findChrome } from './browser/find-chrome.ts'
import { CHECKERS } from './checks/index.ts'
import { createRunCheck } from './checks/run-check.ts'
import { createSettingsCache } from './checks/settings-cache.ts'
import type { AgentConfig } from './config.ts'
import type { KeptState } from './kept-state.ts'
import { createNetwork } from './network.ts'
import { egressProbe } from './self-test/egress.ts'
import { loopDelayProbe } from './self-test/loop-delay-probe.ts'
import { createLoopDelayMeter } from './self-test/loop-delay.ts'
import { createStandstill } from './self-test/standstill.ts'
import { loopbackProbe } from './self-test/loopback.ts'
import { createSelfTest } from './self-test/self-test.ts'
import { stateFolderProbe } from './self-test/state-folder.ts'
import { findIcmp, findPrograms } from './trace/find-icmp.ts'

type Dial = ReturnType<typeof createNetwork>['dial']

function openBrowser(
  config: AgentConfig,
  { folder, factStore, facts }: KeptState,
  deps: { dial: Dial; lacksChanged: () => void; log: Logger },
) {
  const { dial, lacksChanged, log } = deps
  const gear = {
    found: findChrome(config.SIGHTLINE_CHROME ?? null, config.SIGHTLINE_CHROME_SANDBOX),
    dial,
    pages: config.SIGHTLINE_BROWSER_PAGES,
    dataFolder: config.SIGHTLINE_DATA_DIR,
    stateFolder: folder,
    log,
  }
  const browser = createBrowserOnDemand(gear, facts.lacks, (lacks) => {
    if (lacks.browser !== null) log.warn(lacks.browser)
    if (lacks.scripts.length > 0) {
      log.warn(`Screenshots show boxes for texts in ${lacks.scripts.join(', ')}: no font has them.`)
    }
    // Also where the disk is too full to note them.
    lacksChanged()
    factStore.setLacks(lacks)
  })
  if (browser.missing !== null) log.info(browser.missing)
  return browser
}

function openLanes(config: AgentConfig, pages: number, log: Logger) {
  const openFiles = readOpenFilesLimit()
  const lanes = createLanes({
    total: config.SIGHTLINE_AGENT_CONCURRENCY,
    perHost: config.SIGHTLINE_AGENT_HOST_CONCURRENCY,
    pages,
    openFiles,
  })
  if (lanes.wantedFiles > openFiles) {
    log.warn(
      { openFiles, wanted: lanes.wantedFiles },
      'few files can be open at once (ulimit -n), so fewer checks run at once than is set',
    )
  }
  return lanes
}

/** What checks and work on demand are done with: the way to targets, ICMP, the browser, the places they
 *  run in, and the test of the agent itself.
 *  @param deps.lacksChanged is told when the browser turned out to lack something, or to lack it no more */
export async function openEquipment(
  config: AgentConfig,
  state: KeptState,
  deps: { lacksChanged: () => void; log: Logger },
) {
  const { log } = deps
  const network = createNetwork(config)
  const { resolver, whose, findAddresses, dial } = network
  const icmp = await findIcmp(log, findPrograms(config.SIGHTLINE_ICMP), config.SIGHTLINE_ICMP)
  const browser = openBrowser(config, state, { dial, ...deps })
  const loopDelay = createLoopDelayMeter()
  const selfTest = createSelfTest([
    loopDelayProbe(loopDelay),
    stateFolderProbe(state.database),
    loopbackProbe,
    egressProbe(config.SIGHTLINE_SELF_TEST, resolver),
  ])
  const tools = {
    dial,
    findAddresses,
    resolver,
    resolverHealth: network.resolverHealth,
    icmp: icmp.engine,
    noIcmp: icmp.missing,
    withholds: network.withholds,
    browser,
  }
  const runCheck = createRunCheck({
    checkers: CHECKERS,
    settings: createSettingsCache(),
    ailment: selfTest.ailment,
    standstill: createStandstill(),
    tools,
    runAs: whose.runAs,
    log,
  })
  const lanes = openLanes(config, browser.pages, log)
  return { whose, icmp, browser, loopDelay, selfTest, tools, runCheck, lanes }
}
