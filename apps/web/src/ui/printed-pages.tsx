import type { ReactNode } from 'react'
import classes from './printed-pages.module.css'

interface PrintedPagesProps {
  /** Repeated at the top of each sheet of paper; the screen does not show it. */
  head: ReactNode
  children: ReactNode
}

/** Content that can be printed on several sheets, each with the same head. */
export function PrintedPages({ head, children }: PrintedPagesProps) {
  return (
    <div className="print:table print:w-full">
      <div className={classes.head} aria-hidden>
        {head}
      </div>
      <div className={classes.content}>{children}</div>
    </div>
  )
}
