/** One question of the self-test. @returns a sentence for the operator about what is wrong; null when
 *  nothing is */
export type Probe = () => Promise<string | null>
