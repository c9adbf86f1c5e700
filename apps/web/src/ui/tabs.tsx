import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { join } from './layout/layout.tsx'

interface Tab<Value extends string> {
  value: Value
  label: ReactNode
}

interface TabsProps<Value extends string> {
  /** Accessible name of the row of tabs. */
  label: string
  tabs: readonly Tab<Value>[]
  value: Value
  onChange(value: Value): void
  /** `line` under the names of a page's parts, `chips` for a choice inside a part. */
  look?: 'line' | 'chips'
  /** The content of the open tab. */
  children: ReactNode
}

const looks = {
  line: {
    list: 'relative -mx-4 flex gap-6 overflow-x-auto max-desktop:-mt-3 border-b border-line-strong px-4 [scrollbar-width:none] desktop:mx-0 desktop:px-0',
    tab: 'min-h-12 min-w-11 flex-none border-b-[3px] border-transparent px-0 text-muted aria-selected:border-action aria-selected:font-strong aria-selected:text-link',
  },
  chips: {
    list: 'flex flex-wrap gap-2',
    tab: 'min-h-11 rounded-full border border-control bg-card px-4 aria-selected:border-action aria-selected:bg-soft aria-selected:font-strong aria-selected:text-on-soft',
  },
} as const

const steps: Record<string, (at: number, length: number) => number> = {
  ArrowRight: (at, length) => (at + 1) % length,
  ArrowLeft: (at, length) => (at - 1 + length) % length,
  Home: () => 0,
  End: (_, length) => length - 1,
}

/** Parts of a page, one at a time. On phones the row scrolls, and a cut name shows that there are more. */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  look = 'line',
  children,
}: TabsProps<Value>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  function moveFocus(event: KeyboardEvent) {
    const names = [...(list.current?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])]
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const to = step(names.indexOf(document.activeElement as HTMLElement), names.length)
    names[to]?.focus()
    names[to]?.click()
  }
  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className={join(looks[look].list, 'print:hidden')}
        onKeyDown={moveFocus}
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            data-tab={tab.value}
            aria-selected={tab.value === value}
            aria-controls={tab.value === value ? `${id}-panel` : undefined}
            tabIndex={tab.value === value ? 0 : -1}
            className={join(
              'cursor-pointer border-0 bg-transparent type-body whitespace-nowrap',
              looks[look].tab,
            )}
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        key={value}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${value}`}
        className="pt-3 desktop:pt-4 [&>:is([role=alert],[role=status])]:mb-4"
      >
        {children}
      </div>
    </>
  )
}
