import fc from 'fast-check'

/** Properties end by themselves a minute before their test does: a counterexample that takes long to make smaller is told
 *  as it is by then, and not as a test that took too long, which says nothing. Vitest loads this before each file. */
fc.configureGlobal({ interruptAfterTimeLimit: 240_000, markInterruptAsFailure: true })
