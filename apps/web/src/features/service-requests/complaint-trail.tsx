/** The steps of a complaint: which are done, and when the next one is due. */
import { IconCheck, IconPencil } from '@tabler/icons-react'
import { formatDay } from '../../lib/dates.ts'
import { join } from '../../ui/layout/layout.tsx'

interface ComplaintTrailProps {
  received_at: string
  /** The first instant at which the answer is late. */
  due_at: string
  is_in_review: boolean
  sent_at: string | null
}

/** Returns the last day on which an answer is in time. */
export function formatLastDay(due_at: string): string {
  return formatDay(new Date(Date.parse(due_at) - 1).toISOString())
}

export function ComplaintTrail({ received_at, due_at, is_in_review, sent_at }: ComplaintTrailProps) {
  const isSent = sent_at !== null
  const steps = [
    { label: 'Recibido', detail: formatDay(received_at), isDone: true },
    { label: 'Acuse de recibo', detail: 'con número y plazo', isDone: true },
    {
      label: 'Respuesta en revisión',
      detail: isSent ? '2 de 2 firmas' : is_in_review ? '1 de 2 firmas' : 'por redactar',
      isDone: isSent,
      isCurrent: is_in_review,
    },
    {
      label: 'Carta enviada',
      detail: isSent ? formatDay(sent_at) : `hasta el ${formatLastDay(due_at)}`,
      isDone: isSent,
    },
  ]
  return (
    <ol
      className="plain-list grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-3"
      aria-label="Estado del reclamo"
    >
      {steps.map(({ label, detail, isDone, isCurrent = false }, index) => (
        <li key={label} className="grid gap-2" aria-current={isCurrent && !isDone ? 'step' : undefined}>
          <span className="flex items-center gap-3" aria-hidden>
            <span
              className={join(
                'grid size-6 flex-none place-items-center rounded-full border-2',
                isDone && 'border-success bg-success text-on-action',
                !isDone && isCurrent && 'border-action bg-action text-on-action',
                !isDone && !isCurrent && 'border-control',
              )}
            >
              {isDone ? (
                <IconCheck size={14} stroke={2.5} />
              ) : (
                isCurrent && <IconPencil size={14} stroke={2.5} />
              )}
            </span>
            {index < steps.length - 1 && (
              <span
                className={join(
                  'flex-1 border-0 border-t-2 border-solid max-desktop:hidden',
                  isDone ? 'border-success' : 'border-line-strong',
                )}
              />
            )}
          </span>
          <span>
            <span className={isDone || isCurrent ? 'font-strong text-strong' : 'text-muted'}>
              {label}
              {isDone && <span className="portal-hidden"> (completo)</span>}
            </span>
            <span className="type-meta block text-muted">{detail}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}
