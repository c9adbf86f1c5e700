import { useId, useState } from 'react'
import { chooseScheme, readScheme, type Scheme } from '../lib/browser/scheme.ts'

const choices: readonly { scheme: Scheme | null; label: string; look: string }[] = [
  { scheme: 'light', label: 'Claro', look: 'always-light' },
  { scheme: 'dark', label: 'Oscuro', look: 'always-dark' },
  { scheme: null, label: 'Automático', look: 'always-light' },
]

const swatch = 'grid min-h-14 overflow-hidden rounded-sm border border-line-strong bg-page px-3 pt-3'

/** The scheme of this device: light, dark, or as the system. */
export function AppearanceChoice() {
  const name = useId()
  const [chosen, setChosen] = useState(readScheme)
  return (
    <fieldset className="m-0 min-w-0 border-0 p-0">
      <legend className="type-section mb-2 p-0 text-strong">Apariencia</legend>
      <div className="grid trio-grid gap-3">
        {choices.map(({ scheme, label, look }) => (
          <label
            key={label}
            className="pressable relative grid min-h-24 cursor-pointer content-between gap-2 rounded-tile border-2 border-transparent bg-card p-2 text-center shadow-e1 has-checked:border-action has-checked:bg-soft has-checked:font-strong has-checked:text-on-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              className="absolute inset-0 m-0 size-full cursor-pointer opacity-0"
              checked={chosen === scheme}
              onChange={() => {
                chooseScheme(scheme)
                setChosen(scheme)
              }}
            />
            <span className={`relative ${look} ${swatch}`} aria-hidden>
              <span className="rounded-t-sm bg-raised shadow-e1" />
              {scheme === null && (
                <span
                  className={`always-dark ${swatch} absolute inset-0`}
                  style={{ clipPath: 'polygon(60% 0, 100% 0, 100% 100%, 45% 100%)' }}
                >
                  <span className="rounded-t-sm bg-raised" />
                </span>
              )}
            </span>
            <span className="-mx-1 min-w-0">{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
