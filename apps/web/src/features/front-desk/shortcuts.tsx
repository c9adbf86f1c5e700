/** Keys of the front desk: they act outside of fields and dialogs, are shown at the foot of the page, and can be switched off. */
import { useEffect, useEffectEvent, useState } from 'react'
import { areKeysOff, storeKeysOff } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Cluster } from '../../ui/layout/layout.tsx'

/** Returns whether keys are typed into this element. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
  )
}

export interface Shortcut {
  key: string
  label: string
  /** Absent for a key that acts by itself and is only shown. */
  act?: (() => void) | undefined
}

export function Shortcuts({ shortcuts }: { shortcuts: readonly Shortcut[] }) {
  const [isOff, setIsOff] = useState(areKeysOff)
  const [isListed, setIsListed] = useState(false)
  const shown = [...shortcuts, { key: '?', label: 'todas las teclas', act: () => setIsListed(true) }]
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event
    if (defaultPrevented || ctrlKey || metaKey || altKey || isTyping(target)) return
    if (document.querySelector('dialog[open]')) return
    const pressed = key === 'Escape' ? 'Esc' : key
    const found = shown.find((one) => one.key.toLowerCase() === pressed.toLowerCase())
    if (!found?.act) return
    event.preventDefault()
    found.act()
  })
  useEffect(() => {
    if (isOff) return
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [isOff])
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
            {shown.map((one) => (
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
