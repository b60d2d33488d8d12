/** Flags of Node for a controller: the young generation of its heap has two halves of 8 MB at most. By
 *  itself V8 lets it grow to 64 MB within a second of the start, and keeps it. */
export const CONTROLLER_NODE_FLAGS = ['--max-semi-space-size=8'] as const
