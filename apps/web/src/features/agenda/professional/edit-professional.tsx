import type { CalendarAppointment } from '@mi-portal/contract/agenda/calendar-appointments'
import type { WholeProfessional } from '@mi-portal/contract/agenda/professionals'
import { formatRun } from '@mi-portal/contract/values/run'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { formatDay } from '../../../lib/dates.ts'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { ResultDialog } from '../../../ui/result-dialog.tsx'
import classes from '../agenda.module.css'
import { professionalQuery, staffCalendarsKey, useEditProfessional } from '../agenda.queries.ts'
import { getLocalDay, getLocalTime } from '../agenda.rules.ts'
import { BackToProfessionals } from './back-to-professionals.tsx'
import { ProfessionalForm } from './professional-form.tsx'
import { ProfessionalImage } from './professional-image.tsx'

export function EditProfessional({ id }: { id: number }) {
  const query = useQuery(professionalQuery(id))
  return (
    <>
      <BackToProfessionals />
      <PageHeading
        title="Editar profesional"
        lead={query.data ? `${query.data.name} · ${formatRun(query.data.rut)}` : undefined}
      />
      <QueryContent query={query}>
        {(professional) => (
          <EditLoaded
            key={professional.updated_at}
            professional={professional}
            onReload={() => query.refetch()}
          />
        )}
      </QueryContent>
    </>
  )
}

function EditLoaded({ professional, onReload }: { professional: WholeProfessional; onReload(): void }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const { id } = professional
  const save = useEditProfessional(professional)
  const leave = async () => {
    await client.invalidateQueries({ queryKey: staffCalendarsKey })
    await navigate({ to: '/admin/agenda', search: { profesional: id } })
  }
  return (
    <>
      <div className={classes.stack}>
        <ProfessionalImage professional={professional} />
        <ProfessionalForm before={professional} save={save} onReload={onReload} />
      </div>
      {save.isSuccess && (
        <ResultDialog
          opened
          kind="success"
          size={490}
          title="Calendario guardado con éxito"
          action={{ label: 'Ver agenda', onClick: leave }}
          onClose={leave}
        >
          <UncoveredAppointments appointments={save.data.outside} />
        </ResultDialog>
      )}
    </>
  )
}

/** Lists at most eight of the appointments that the calendar no longer covers, and the number of further ones. */
function UncoveredAppointments({ appointments }: { appointments: readonly CalendarAppointment[] }) {
  if (appointments.length === 0) return null
  return (
    <>
      <p>
        {appointments.length === 1
          ? 'Queda 1 hora reservada fuera del calendario. Se mantiene hasta que la muevas o la canceles:'
          : `Quedan ${appointments.length} horas reservadas fuera del calendario. Se mantienen hasta que las muevas o las canceles:`}
      </p>
      <ul className="grid gap-1 mx-0 mt-2 mb-0 pl-4 text-left">
        {appointments.slice(0, 8).map(({ id_appointment, starts_at, patient_full_name }) => (
          <li key={id_appointment}>
            {formatDay(getLocalDay(starts_at))}, {getLocalTime(starts_at)} h: {patient_full_name}
          </li>
        ))}
        {appointments.length > 8 && <li>y {appointments.length - 8} más</li>}
      </ul>
    </>
  )
}
