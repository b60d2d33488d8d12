import { fileURLToPath } from 'node:url'

const path = (file: string): string => fileURLToPath(new URL(`../../${file}`, import.meta.url))

/** Arguments of Node that run a program as npm's scripts do.
 *  @param file from the project's root */
export const runProgram = (file: string): string[] => [path('deploy/run.js'), path(file)]

/** Those of the command line. */
export const CLI: readonly string[] = runProgram('controller/src/cli/main.ts')
