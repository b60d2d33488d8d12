import { readFile, writeFile } from 'node:fs/promises'
import { arch, cpus, platform, totalmem } from 'node:os'

/** What a bench found: one line a figure. */
export interface Report {
  readonly figures: readonly Figure[]
  /** Versions of what was measured against, such as the database server's. */
  readonly versions: Readonly<Record<string, string>>
  /** What a reader must know: how it was measured, and what was left out. */
  readonly notes?: readonly string[]
}

export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** What the figure must reach, for people ("at least 0.2"); absent where nothing is asked. */
  readonly target?: string
  /** Every single measurement, in the order they were made. */
  readonly runs?: readonly number[]
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(middle)] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** The smallest value that at least this share of them does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

function rounded(value: number): number {
  return Number(value.toPrecision(4))
}

export function printReport(name: string, report: Report): void {
  console.log(`\n${name}`)
  for (const figure of report.figures) {
    const runs = figure.runs === undefined ? '' : `  (runs: ${figure.runs.map(rounded).join(', ')})`
    const target = figure.target === undefined ? '' : `  [${figure.target}]`
    console.log(`  ${figure.name}: ${rounded(figure.value)} ${figure.unit}${target}${runs}`)
  }
  for (const note of report.notes ?? []) console.log(`  ${note}`)
}

/** Keeps the report beside the others, with the machine and the versions it was measured on. */
export async function writeReport(name: string, report: Report): Promise<void> {
  const lock = JSON.parse(
    await readFile(new URL('../../package-lock.json', import.meta.url), 'utf8'),
  ) as { packages: Record<string, { version?: string }> }
  const versionOf = (packageName: string): string =>
    lock.packages[`node_modules/${packageName}`]?.version ?? 'unknown'
  const content = {
    bench: name,
    measuredAt: new Date().toISOString(),
    machine: {
      cpu: cpus()[0]?.model ?? 'unknown',
      cores: cpus().length,
      memoryGiB: Math.round(totalmem() / 2 ** 30),
      system: `${platform()} ${arch()}`,
    },
    versions: {
      node: process.versions.node,
      'grpc-js': versionOf('@grpc/grpc-js'),
      protobuf: versionOf('@bufbuild/protobuf'),
      pg: versionOf('pg'),
      ...report.versions,
    },
    ...(report.notes === undefined ? {} : { notes: report.notes }),
    figures: report.figures.map((figure) => ({
      ...figure,
      value: rounded(figure.value),
      ...(figure.runs === undefined ? {} : { runs: figure.runs.map(rounded) }),
    })),
  }
  const file = new URL(`results/${name}.json`, import.meta.url)
  await writeFile(file, `${JSON.stringify(content, null, 2)}\n`)
  console.log(`  written to test/bench/results/${name}.json`)
}
