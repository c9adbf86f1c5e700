import { IconCheck } from '@tabler/icons-react'
import classes from './step-indicator.module.css'

/**
 * The steps of a procedure and the present step, counted from 1; beyond the last step all are done. On phones, one
 * line shows this.
 */
export function StepIndicator({ steps, current }: { steps: readonly string[]; current: number }) {
  const shown = Math.min(current, steps.length)
  return (
    <nav aria-label="Pasos">
      <p className={classes.line}>
        Paso {shown} de {steps.length}
      </p>
      <ol className={classes.trail}>
        {steps.map((label, at) => {
          const done = at + 1 < current
          const now = at + 1 === current
          return (
            <li
              key={label}
              className={`${classes.step} ${done ? classes.done : ''} ${now ? classes.now : ''}`}
              aria-current={now ? 'step' : undefined}
            >
              <span className={classes.mark} aria-hidden>
                {done ? <IconCheck size={18} stroke={2.5} /> : at + 1}
              </span>
              {label}
              {done && ' '}
              {done && <span className="portal-hidden">(completo)</span>}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
