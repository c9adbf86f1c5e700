/** The card of a page that is opened without a session: a question or an outcome about the security of an account. */
import { IconShieldCheck } from '@tabler/icons-react'
import { type ComponentType, type ReactNode, useEffect, useRef } from 'react'
import classes from './links.module.css'

type Icon = ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>

export function Card({ icon: Icon, title, children }: { icon: Icon; title: string; children: ReactNode }) {
  return (
    <section className={`portal-card ${classes.card} ${classes.message}`}>
      <span className={classes.mark}>
        <Icon size={28} stroke={1.75} aria-hidden />
      </span>
      <h1>{title}</h1>
      {children}
    </section>
  )
}

/** The outcome of a page, which screen readers read at once. */
export function Outcome(props: { icon?: Icon; title: string; action: ReactNode; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const Icon = props.icon ?? IconShieldCheck
  return (
    <section className={`portal-card ${classes.card} ${classes.message}`}>
      <span className={`${classes.mark} ${classes.good}`}>
        <Icon size={28} stroke={1.75} aria-hidden />
      </span>
      <div role="status" className="grid gap-4">
        <h1 ref={heading} tabIndex={-1}>
          {props.title}
        </h1>
        {props.children}
      </div>
      {props.action}
    </section>
  )
}
