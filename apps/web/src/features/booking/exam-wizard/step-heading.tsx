import { type ReactNode, useEffect, useRef } from 'react'
import { EmergencyLine } from '../../../ui/emergency-line.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'

interface StepHeadingProps {
  /** The step that is open. */
  step: string
  title: string
  lead?: ReactNode
}

/** Heading of the wizard, with what to do in an emergency. It receives the focus when the step changes, for keyboards and screen readers. */
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
      <div className="-mt-2 mb-6 empty:hidden">
        <EmergencyLine />
      </div>
    </div>
  )
}
