/** Why the program cannot start, in one line for the person who started it. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
