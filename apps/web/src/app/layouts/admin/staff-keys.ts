import { useNavigate } from '@tanstack/react-router'
import { useEffectEvent, useLayoutEffect } from 'react'
import { isPlainKey } from '../../../lib/browser/plain-key.ts'
import type { MenuEntry } from '../../menu.ts'

/** Moves the focus to what opens the next row of the list, or the row before: by default its first control. */
function moveByRows(rows: number): void {
  const controls = [...document.querySelectorAll('main tbody tr')].map(
    (row) =>
      row.querySelector<HTMLElement>('[data-act=open]') ?? row.querySelector<HTMLElement>('a[href], button'),
  )
  const at = controls.findIndex((control) => control?.closest('tr')?.contains(document.activeElement))
  controls[at + rows]?.focus()
}

/**
 * Lets keys act on every page of staff: 1 to 9 open the first entries of the menu, J and K move through the rows of a list, and the arrow
 * down leads from its search to its rows.
 */
export function useStaffKeys(entries: readonly MenuEntry[]): void {
  const navigate = useNavigate()
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event
    const isFromSearch = target instanceof Element && target.matches('main input[type=search]')
    if (isFromSearch && key === 'ArrowDown') return moveByRows(1)
    if (!isPlainKey(event)) return
    const entry = /^[1-9]$/.test(key) ? entries[Number(key) - 1] : undefined
    if (entry) void navigate(entry.target)
    else if (key.toLowerCase() === 'j') moveByRows(1)
    else if (key.toLowerCase() === 'k') moveByRows(-1)
  })
  useLayoutEffect(() => {
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [])
}
