import { describe, expect, it } from 'vitest'
import { createProgram } from '../../../../controller/src/cli/main.ts'

type Command = ReturnType<typeof createProgram>

/** Every command that does something, by its words. */
function commandsOf(parent: Command, words: readonly string[] = []): [string, Command][] {
  return parent.commands.flatMap((command): [string, Command][] => {
    const own = [...words, command.name()]
    return command.commands.length > 0 ? commandsOf(command, own) : [[own.join(' '), command]]
  })
}

function helpOf(command: Command): string {
  let shown = ''
  command.configureOutput({
    writeOut: (text) => {
      shown += text
    },
  })
  command.outputHelp()
  return shown
}

const COMMANDS = commandsOf(createProgram()).filter(([words]) => !/(?:^| )help$/.test(words))

describe('the help of a command', () => {
  it.each(COMMANDS)('%s says what it does and has an example', (words, command) => {
    expect(command.description()).not.toBe('')
    expect(helpOf(command)).toContain(`npm run cli -- ${words}`)
  })

  it('is there for each', () => {
    expect(COMMANDS.map(([words]) => words)).toEqual(
      expect.arrayContaining([
        'agents token create',
        'keys create',
        'plan set',
        'migrate',
        'apply',
      ]),
    )
  })
})
