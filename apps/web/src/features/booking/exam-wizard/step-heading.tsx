import { type ReactNode, useEffect, useRef } from 'react'
import { PageHeading } from '../../../ui/page-heading.tsx'

interface StepHeadingProps {
  /** Which step is open. */
  step: string
  title: string
  lead?: ReactNode
}

/** The heading of a wizard's page: keyboard and screen reader come to it with every step that takes another's place. */
export function StepHeading({ step, ...words }: StepHeadingProps) {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    const title = box.current?.querySelector('h1')
    title?.setAttribute('tabindex', '-1')
    title?.focus()
  }, [step])
  return (
    <div ref={box}>
      <PageHeading {...words} />
    </div>
  )
}
