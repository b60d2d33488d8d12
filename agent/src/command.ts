import { becomeAgentUser } from './become-agent-user.ts'
import { main as runAgent } from './main.ts'

/** `npm run agent` (by deploy/run.js): the agent, as a user of its own where root starts it. */
export async function main(): Promise<void> {
  if (process.geteuid?.() === 0) becomeAgentUser()
  await runAgent()
}
