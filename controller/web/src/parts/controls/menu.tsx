import type { ReactNode } from 'react'
import { late } from '../late.tsx'
import type { MenuEntry } from './menu-entry.ts'
import type { OpenerProps } from './use-opener.ts'
import { useOpener } from './use-opener.ts'

const load = () => import('./menu-list.tsx')
const MenuList = late(async () => (await load()).MenuList)

/** @param renderTrigger the button that opens it */
export function Menu({
  renderTrigger,
  entries,
  label,
}: {
  renderTrigger: (props: OpenerProps) => ReactNode
  entries: readonly MenuEntry[]
  label: string
}) {
  const { button, isOpen, close, props } = useOpener('menu', load)
  return (
    <>
      {renderTrigger(props)}
      {isOpen ? (
        <MenuList trigger={button} entries={entries} label={label} onClose={close} />
      ) : null}
    </>
  )
}
