import type { Listed } from '../../data/listed.ts'

/** What a list to pick from is given of things with names. Pure. */
export const listedChoices = ({
  all,
  error,
}: Listed<{ readonly id: string; readonly name: string }>) => ({
  choices: all?.map(({ id, name }) => ({ value: id, text: name })),
  failure: error?.message,
})
