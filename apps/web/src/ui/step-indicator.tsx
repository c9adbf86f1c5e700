import { IconCheck } from '@tabler/icons-react'
import { join } from './layout/layout.tsx'

/** The present step and the number of steps, with a bar. `noun` tells them from other steps on the page. */
export function StepBar({
  noun = 'Paso',
  count,
  current,
}: {
  noun?: string
  count: number
  current: number
}) {
  return (
    <>
      <p className="type-meta text-muted">
        {noun} {current} de {count}
      </p>
      <div className="h-1 basis-full rounded-full bg-line-strong" aria-hidden>
        <div className="h-full rounded-full bg-action" style={{ width: `${(100 * current) / count}%` }} />
      </div>
    </>
  )
}

/**
 * The steps of a procedure and the present step, counted from 1; beyond the last step all are done. On phones, one
 * line shows this.
 */
export function StepIndicator({ steps, current }: { steps: readonly string[]; current: number }) {
  const shown = Math.min(current, steps.length)
  return (
    <nav aria-label="Pasos">
      <p className="type-meta font-strong text-muted desktop:hidden">
        Paso {shown} de {steps.length}
      </p>
      <ol className="plain-list flex items-center gap-3 max-desktop:sr-only">
        {steps.map((label, at) => {
          const done = at + 1 < current
          const now = at + 1 === current
          return (
            <li
              key={label}
              className={join(
                'flex items-center gap-2 font-strong not-first:before:h-[2px] not-first:before:w-14',
                done || now ? 'before:bg-success' : 'before:bg-line-strong',
                now ? 'text-strong' : 'text-muted',
              )}
              aria-current={now ? 'step' : undefined}
            >
              <span
                className={join(
                  'type-count grid size-8 place-items-center rounded-full border-2',
                  now && 'border-action bg-action text-on-action',
                  done && 'border-success bg-success text-on-action',
                  !now && !done && 'border-control',
                )}
                aria-hidden
              >
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
