import { type ReactNode, useEffect } from 'react'
import { PageHeading } from './page-heading.tsx'
import { Tabs } from './tabs.tsx'
import { useWideScreen } from './wide-screen.ts'

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

/** The parts of a page, one at a time. */
export function PageTabs<Value extends string>({ tabs, ...rest }: PageTabsProps<Value>) {
  const { value } = rest
  useEffect(() => {
    // The address may open a tab beyond the edge of a phone's screen. Right now the browser would compute the layout twice.
    const frame = requestAnimationFrame(() =>
      document.querySelector(`[data-tab="${value}"]`)?.scrollIntoView({ block: 'nearest', inline: 'center' }),
    )
    return () => cancelAnimationFrame(frame)
  }, [value])
  return (
    <Tabs
      {...rest}
      tabs={tabs.map((tab) => ({
        value: tab.value,
        label: (
          <>
            {tab.label}
            {tab.count !== undefined && tab.count > 0 && (
              <>
                <span
                  className="type-count ml-2 inline-grid min-w-6 place-items-center rounded-full bg-accent px-1 text-on-action"
                  aria-hidden
                >
                  {tab.count}
                </span>
                <span className="portal-hidden">
                  : {tab.count} {tab.count === 1 ? 'pendiente' : 'pendientes'}
                </span>
              </>
            )}
          </>
        ),
      }))}
    />
  )
}

interface PersonTabsProps<Value extends string> extends Omit<PageTabsProps<Value>, 'label'> {
  title: string
  lead?: string
  /** Whose data the page shows, with the choice of another person. */
  person: ReactNode
  /** A menu of the page on phones. */
  menu?: ReactNode
}

/** A page in parts about a person, who is chosen beside the title; on phones at the top of each part. */
export function PersonTabs<Value extends string>(props: PersonTabsProps<Value>) {
  const { title, lead, person, menu, children, ...tabs } = props
  const isWide = useWideScreen()
  return (
    <>
      <PageHeading title={title} lead={lead}>
        {isWide && person}
      </PageHeading>
      <PageTabs {...tabs} label={title}>
        {!isWide && (
          <div className="flex items-start mb-2 justify-between gap-2">
            {person}
            {menu}
          </div>
        )}
        {children}
      </PageTabs>
    </>
  )
}
