import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

/** They wait for whole slots, so for minutes, with hardly any processor time. */
const LONGEST = ['test/e2e/slots.test.ts', 'test/e2e/causes.test.ts']

const isLongest = ({ moduleId }: TestSpecification): boolean =>
  LONGEST.some((file) => moduleId.endsWith(`/${file}`))

/** Vitest's own order, by size where it has not run the files before, but the longest at the start: all others run
 *  while these wait, and none of them is what a run ends with. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [
      ...sorted.filter(isLongest),
      ...sorted.filter((specification) => !isLongest(specification)),
    ]
  }
}
