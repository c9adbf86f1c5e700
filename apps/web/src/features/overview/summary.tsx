/** The numbers as cards that link to their lists, and the last seven days as bar charts. */

import type { Reply } from '@mi-portal/contract/calls/endpoint'
import type { overviewEndpoints } from '@mi-portal/contract/overview'
import type { Matter } from '@mi-portal/contract/service-requests/inbox'
import { showDayShort } from '@mi-portal/contract/values/dates'
import {
  IconAlarm,
  IconCalendar,
  IconClipboardList,
  IconLockX,
  IconMailX,
  IconMessage2,
  IconUserCheck,
  IconUserSearch,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkOptions, linkOptions } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { DayBars } from '../../ui/day-bars.tsx'
import { join } from '../../ui/layout/layout.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import { MissingList } from '../installation/missing-list.tsx'
import { matterNames } from '../service-requests/inbox/inbox.rules.ts'
import { summaryQuery } from './overview.queries.ts'

type OverviewSummary = Reply<typeof overviewEndpoints.summary>

export function Summary() {
  const query = useQuery(summaryQuery)
  return (
    <QueryContent query={query} skeleton={<BlockSkeleton height={420} />}>
      {(summary) => {
        return (
          <>
            {summary.missing.length > 0 && (
              <div className="mb-4">
                <MissingList title="Falta configurar este portal" items={summary.missing} />
              </div>
            )}
            <ul className="plain-list grid grid-cols-[repeat(auto-fill,minmax(min(13.75rem,100%),1fr))] gap-4">
              {summary.validations && <ValidationFigures {...summary.validations} />}
              {summary.confirmations !== null && (
                <Figure
                  icon={IconUserCheck}
                  count={summary.confirmations}
                  label="Cambios por confirmar"
                  to={{ to: '/admin/por-confirmar' }}
                />
              )}
              {summary.hours_today !== null && (
                <Figure
                  icon={IconCalendar}
                  count={summary.hours_today}
                  label="Horas de hoy"
                  to={{ to: '/admin/llegadas' }}
                />
              )}
              {summary.mails_failed !== null && (
                <Figure
                  icon={IconMailX}
                  urgent
                  count={summary.mails_failed}
                  label="Correos que no se enviaron"
                  hint="Últimos 7 días"
                  to={{ to: '/admin/inicio', search: { ver: 'correos' } }}
                />
              )}
              {summary.sign_ins_failed !== null && (
                <Figure
                  icon={IconLockX}
                  count={summary.sign_ins_failed}
                  label="Ingresos rechazados"
                  hint="Últimos 7 días"
                  to={{ to: '/admin/inicio', search: { ver: 'ingresos' } }}
                />
              )}
              <Figure
                icon={IconMessage2}
                count={summary.survey_answers}
                label="Respuestas de la encuesta"
                to={{ to: '/admin/inicio', search: { ver: 'encuesta' } }}
              />
            </ul>
            {summary.requests && (
              <ul className="plain-list mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(26.25rem,100%),1fr))] gap-4">
                <RequestFigures {...summary.requests} />
              </ul>
            )}
            <Charts days={summary.days} />
          </>
        )
      }}
    </QueryContent>
  )
}

/** What is counted as late. Each request and account has its own due moment, stored when it arrived. */
const overdue = 'Ya venció el plazo prometido'

function ValidationFigures({ waiting, late }: { waiting: number; late: number }) {
  return (
    <>
      <Figure
        icon={IconUserSearch}
        count={waiting}
        label="Validaciones que esperan"
        to={{ to: '/admin/usuarios', search: { estado: 3 } }}
      />
      <Figure
        icon={IconAlarm}
        urgent
        count={late}
        label="Validaciones atrasadas"
        hint={overdue}
        to={{ to: '/admin/usuarios', search: { atrasadas: true } }}
      />
    </>
  )
}

function toMatter(matter: Matter, isLate = false) {
  return matter === 'complaints'
    ? linkOptions({ to: '/admin/reclamos', search: isLate ? { estado: 'late' } : {} })
    : linkOptions({ to: '/admin/solicitudes', search: { matter, estado: isLate ? 'atrasada' : undefined } })
}

function RequestFigures({ waiting, late, matters }: NonNullable<OverviewSummary['requests']>) {
  return (
    <>
      <Figure
        icon={IconClipboardList}
        count={waiting}
        label="Solicitudes que esperan"
        parts={matters.map((counted) => ({
          label: matterNames[counted.matter],
          count: counted.waiting,
          to: toMatter(counted.matter),
        }))}
      />
      <Figure
        icon={IconAlarm}
        urgent
        count={late}
        label="Solicitudes atrasadas"
        hint={overdue}
        parts={matters.map((counted) => ({
          label: matterNames[counted.matter],
          count: counted.late,
          to: toMatter(counted.matter, true),
        }))}
      />
    </>
  )
}

const charts = [
  { title: 'Horas', look: 'action', of: 'hours' },
  { title: 'Cuentas nuevas', look: 'success', of: 'accounts' },
  { title: 'Ingresos rechazados', look: 'attention', of: 'sign_ins_failed' },
  { title: 'Correos que no se enviaron', look: 'error', of: 'mails_failed' },
] as const

/** The charts of the numbers that the server sent; none without a permission for one of them. */
function Charts({ days }: Pick<OverviewSummary, 'days'>) {
  const shown = charts.filter(({ of }) => days.some((day) => day[of] !== null))
  if (shown.length === 0) return null
  return (
    <>
      <h2 className="mt-6 mb-4">Últimos 7 días</h2>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(26.25rem,100%),1fr))] gap-4">
        {shown.map(({ title, look, of }) => (
          <DayBars
            key={title}
            title={title}
            look={look}
            days={days.map((day) => ({ label: showDayShort(day.day), count: day[of] ?? 0 }))}
          />
        ))}
      </div>
    </>
  )
}

interface FigureProps {
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>
  count: number
  label: string
  hint?: string
  /** Whether the card is red unless the number is 0. */
  urgent?: boolean
  /** The list that the card counts. */
  to?: Target
  /** For a total of several lists: the number and the list of each. */
  parts?: readonly { label: string; count: number; to: Target }[]
}

type Target = Pick<LinkOptions, 'to' | 'search'>

const figureLook = 'flex h-full items-start gap-4 rounded-card bg-card p-4 shadow-e1 desktop:p-6'

function Figure({ icon: Icon, count, label, hint, urgent, to, parts = [] }: FigureProps) {
  const alarming = urgent && count > 0
  const content = (
    <>
      <span
        className={join(
          'grid size-11 flex-none place-items-center rounded-md',
          alarming ? 'bg-error-soft text-error' : 'bg-soft text-on-soft',
        )}
      >
        <Icon size={22} stroke={1.75} aria-hidden />
      </span>
      <span>
        <span className="block type-title font-strong text-strong">{count.toLocaleString('es-CL')}</span>{' '}
        <span className="block font-strong text-strong">{label}</span>
        {hint && <span className="block type-meta text-muted"> {hint}</span>}
        {parts.length > 0 && (
          <span className="flex flex-wrap gap-x-4 gap-y-0 mt-2 type-meta [&_a]:inline-flex [&_a]:items-center [&_a]:min-h-11 [&_a]:text-link">
            {parts.map((part) => (
              <Link key={part.label} {...part.to} className="portal-link">
                {part.label}: {part.count.toLocaleString('es-CL')}
              </Link>
            ))}
          </span>
        )}
      </span>
    </>
  )
  return (
    <li>
      {to ? (
        <Link {...to} className={`${figureLook} text-body no-underline hover:bg-soft`}>
          {content}
        </Link>
      ) : (
        <div className={figureLook}>{content}</div>
      )}
    </li>
  )
}
