/** Keys of the front desk: they act outside of fields and dialogs, are shown at the foot of the page, and can be switched off. */
import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { isPlainKey } from '../lib/browser/plain-key.ts'
import { areKeysOff, storeKeysOff } from '../lib/session.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Cluster } from './layout/layout.tsx'

export interface Shortcut {
  key: string
  label: string
  /** Absent for a key that acts by itself and is only shown. */
  act?: (() => void) | undefined
}

/** Keys of every page of staff, which the layout handles. */
const staffKeys: readonly Shortcut[] = [
  { key: '1 … 9', label: 'abrir una página del menú, en su orden' },
  { key: 'J K', label: 'fila siguiente o anterior de una lista' },
]

export function Shortcuts({ shortcuts }: { shortcuts: readonly Shortcut[] }) {
  const [isOff, setIsOff] = useState(areKeysOff)
  const [isListed, setIsListed] = useState(false)
  const shown = [...shortcuts, { key: '?', label: 'todas las teclas', act: () => setIsListed(true) }]
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isPlainKey(event)) return
    const pressed = event.key === 'Escape' ? 'Esc' : event.key
    const found = shown.find((one) => one.key.toLowerCase() === pressed.toLowerCase())
    if (!found?.act) return
    event.preventDefault()
    found.act()
  })
  useLayoutEffect(() => {
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [])
  return (
    <Cluster gap="md" className="type-meta text-muted max-desktop:hidden print:hidden">
      {!isOff && shown.map((one) => <Key key={one.key} shortcut={one} />)}
      <Button
        size="xs"
        variant="text"
        onClick={() => {
          storeKeysOff(!isOff)
          setIsOff(!isOff)
        }}
      >
        {isOff ? 'Usar teclas' : 'Apagar teclas'}
      </Button>
      {isListed && (
        <Dialog opened size={490} title="Teclas de esta página" onClose={() => setIsListed(false)}>
          <ul className="plain-list rows">
            {[...shown, ...staffKeys].map((one) => (
              <li key={one.key} className="py-2">
                <Key shortcut={one} />
              </li>
            ))}
          </ul>
          <p className="type-meta mt-3 text-muted">Dentro de un campo las teclas no actúan.</p>
        </Dialog>
      )}
    </Cluster>
  )
}

function Key({ shortcut: { key, label } }: { shortcut: Shortcut }) {
  return (
    <span className="inline-flex items-center gap-2">
      <kbd className="rounded-sm border border-line-strong bg-card px-2">{key}</kbd>
      {label}
    </span>
  )
}
