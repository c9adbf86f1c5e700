import { type ReactNode, useEffect, useRef } from 'react'
import classes from '../family.module.css'

/** The heading of a step that took another's place: the keyboard comes with it. */
export function StepHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h2 ref={heading} tabIndex={-1} className={classes.focusless}>
      {children}
    </h2>
  )
}
