import { Tabs } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './page-tabs.module.css'

interface PageTabsProps<Value extends string> {
  /** Accessible name of the row of tabs. */
  label: string
  /** `count` is the number of pending items, if any. */
  tabs: readonly { value: Value; label: string; count?: number }[]
  /** The open tab. The address determines it; choosing another tab requests another address. */
  value: Value
  onChange(value: Value): void
  /** The content of the open tab. */
  children: ReactNode
}

/**
 * The parts of a page, one at a time. On phones the row scrolls, and a cut label shows that there are more tabs.
 */
export function PageTabs<Value extends string>(props: PageTabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null)
  const { value } = props

  useEffect(() => {
    // The address may open a tab beyond the edge of a phone's screen. Right now the browser would compute the layout twice.
    const frame = requestAnimationFrame(() =>
      list.current
        ?.querySelector(`[data-tab="${value}"]`)
        ?.scrollIntoView({ block: 'nearest', inline: 'center' }),
    )
    return () => cancelAnimationFrame(frame)
  }, [value])

  return (
    <Tabs
      value={value}
      onChange={(chosen) => {
        const tab = props.tabs.find((one) => one.value === chosen)
        if (tab) props.onChange(tab.value)
      }}
    >
      <Tabs.List ref={list} aria-label={props.label} className={classes.list}>
        {props.tabs.map((tab) => (
          <Tabs.Tab key={tab.value} value={tab.value} data-tab={tab.value}>
            {tab.label}
            {tab.count !== undefined && tab.count > 0 && (
              <>
                <span className={classes.count} aria-hidden>
                  {tab.count}
                </span>
                <span className="portal-hidden">
                  : {tab.count} {tab.count === 1 ? 'pendiente' : 'pendientes'}
                </span>
              </>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel key={value} value={value} className={classes.panel}>
        {props.children}
      </Tabs.Panel>
    </Tabs>
  )
}
