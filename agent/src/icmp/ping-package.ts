import { createRequire } from 'node:module'

/** What the `ping` package makes of one run of the system's ping. */
export interface PingOutput {
  /** Round trips of the replies, in the order they came, in ms. */
  readonly times: readonly number[]
}

interface Builder {
  /** @throws for options that the platform's ping does not have */
  readonly getCommandArguments: (target: string, config: Record<string, unknown>) => string[]
}

interface Parser {
  readonly eat: (line: string) => unknown
  readonly getResult: () => { readonly times: readonly unknown[] }
}

interface PingPackage {
  /** @throws on a platform without a ping it knows */
  readonly commandFor: (
    address: string,
    isIpv6: boolean,
    config: Record<string, unknown>,
  ) => { readonly program: string; readonly args: readonly string[] }
  /** Never throws. */
  readonly read: (address: string, output: string) => PingOutput
}

let loaded: PingPackage | null = null

/** The parts of the `ping` package that know each platform's options and output. Its own `probe` is not
 *  used: it cannot be aborted, and a line that its parser does not expect throws inside an event
 *  handler, which would end the agent. */
export function loadPingPackage(): PingPackage {
  if (loaded !== null) return loaded
  const require = createRequire(import.meta.url)
  const builders = require('ping/lib/builder/factory') as {
    createBuilder: (platform: string) => Builder
    getExecutablePath: (platform: string, isIpv6: boolean) => string
  }
  const parsers = require('ping/lib/parser/factory') as {
    createParser: (address: string, platform: string, config: object) => Parser
  }
  loaded = {
    commandFor: (address, isIpv6, config) => ({
      program: builders.getExecutablePath(process.platform, isIpv6),
      args: [...builders.createBuilder(process.platform).getCommandArguments(address, config)],
    }),
    read(address, output) {
      try {
        const parser = parsers.createParser(address, process.platform, {})
        // A reply that came twice is one reply.
        for (const line of output.split('\n')) if (!line.includes('(DUP!)')) parser.eat(line)
        const { times } = parser.getResult()
        return { times: times.filter((ms) => typeof ms === 'number' && ms >= 0) as number[] }
      } catch {
        return { times: [] }
      }
    },
  }
  return loaded
}
