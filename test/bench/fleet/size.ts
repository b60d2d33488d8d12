/** How large a run is. */
export interface Size {
  readonly agents: number
  readonly monitors: number
  readonly regions: number
  readonly workspaces: number
  /** How long each rate of checks is kept up, s. */
  readonly seconds: number
  /** What is measured, beside what the monitors take. */
  readonly parts: ReadonlySet<Part>
}

const PARTS = ['joins', 'rates', 'outage'] as const
type Part = (typeof PARTS)[number]

function partsAsked(): ReadonlySet<Part> {
  const asked = process.env['BENCH_FLEET_PARTS']?.split(',')
  return new Set(PARTS.filter((part) => asked?.includes(part) ?? true))
}

function numberAsked(name: string, { min, max }: { min: number; max: number }, otherwise: number) {
  const number = Number(process.env[name] ?? otherwise)
  if (Number.isInteger(number) && number >= min && number <= max) return number
  throw new Error(`${name} must be a whole number from ${min} to ${max}`)
}

/** Agents of the first region, and monitors of the region with a single agent. */
export const FEW_AGENTS = 10
export const MOST_ALONE = 10_000

export function readSize(): Size {
  const size = {
    agents: numberAsked('BENCH_FLEET_AGENTS', { min: 20, max: 5_000 }, 2_000),
    monitors: numberAsked('BENCH_FLEET_MONITORS', { min: 100, max: 200_000 }, 100_000),
    regions: numberAsked('BENCH_FLEET_REGIONS', { min: 2, max: 8 }, 6),
    workspaces: numberAsked('BENCH_FLEET_WORKSPACES', { min: 1, max: 500 }, 100),
    seconds: numberAsked('BENCH_FLEET_SECONDS', { min: 10, max: 120 }, 40),
    parts: partsAsked(),
  }
  if (size.monitors % size.workspaces === 0) return size
  throw new Error('BENCH_FLEET_MONITORS must be a multiple of BENCH_FLEET_WORKSPACES')
}

/** Places at which every monitor is checked; the first has few agents. */
export const regionsOf = ({ regions }: Size): string[] =>
  Array.from({ length: regions }, (_, place) => `fleet-${place + 1}`)

/** A place with a single agent. */
export const LONELY_REGION = 'fleet-lonely'
