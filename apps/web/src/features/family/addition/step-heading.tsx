import { type ReactNode, useEffect, useRef } from 'react'

/** Heading of a step; it receives the focus when the step replaces another one. */
export function StepHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h2 ref={heading} tabIndex={-1} className="focus:outline-none">
      {children}
    </h2>
  )
}
