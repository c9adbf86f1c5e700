/** Keys of the front desk: they act outside of fields and dialogs, are shown at the foot of the page, and can be switched off. */
import { useEffect, useState } from 'react'
import { areKeysOff, storeKeysOff } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
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
  useEffect(() => {
    if (isOff) return
    function handleKey(event: KeyboardEvent) {
      const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event
      if (defaultPrevented || ctrlKey || metaKey || altKey || isTyping(target)) return
      if (document.querySelector('dialog[open]')) return
      const found = shortcuts.find((one) => one.key.toLowerCase() === key.toLowerCase())
      if (!found?.act) return
      event.preventDefault()
      found.act()
    }
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [shortcuts, isOff])
  return (
    <Cluster gap="md" className="type-meta text-muted max-desktop:hidden print:hidden">
      {!isOff &&
        shortcuts.map(({ key, label }) => (
          <span key={key} className="inline-flex items-center gap-2">
            <kbd className="rounded-sm border border-line-strong bg-card px-2">{key}</kbd>
            {label}
          </span>
        ))}
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
    </Cluster>
  )
}
