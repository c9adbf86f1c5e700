/**
 * Staff page of the calendars: professionals and their weeks, holidays, and the import of calendars.
 * The address says what is shown, and never contains a person's name.
 */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { portal } from '../../lib/portal-config.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageTabs } from '../../ui/page-tabs.tsx'
import classes from './agenda.module.css'
import { EarlierAppointments } from './earlier-appointments.tsx'
import { Holidays } from './holidays.tsx'
import { ImportCalendars } from './import-calendars.tsx'
import { EditProfessional } from './professional/edit-professional.tsx'
import { NewProfessional } from './professional/new-professional.tsx'
import { ProfessionalsList } from './professionals-list.tsx'
import { type SlotDialog, Week } from './week/week.tsx'

const address = '/admin/agenda'
const tabs = [
  { value: 'profesionales', label: 'Profesionales' },
  { value: 'feriados', label: 'Feriados' },
  { value: 'importar', label: 'Importar calendarios' },
] as const
type Tab = (typeof tabs)[number]['value']

export function AgendaPage({ SlotDialog }: { SlotDialog: SlotDialog }) {
  return portal.calendarsElsewhere === null ? (
    <PortalCalendars SlotDialog={SlotDialog} />
  ) : (
    <ExternalCalendars name={portal.calendarsElsewhere} />
  )
}

/**
 * Shown when an external service stores the calendars. Lists the future appointments that were booked earlier in the portal's own
 * calendars.
 */
function ExternalCalendars({ name }: { name: string }) {
  const externalSystem = name === '' ? 'un servicio externo' : name
  return (
    <>
      <PageHeading title="Agenda" lead="Horas que se reservaron antes en los calendarios del portal." />
      <Notice kind="info" title={`Los calendarios se llevan en ${externalSystem}`}>
        Crear o editar profesionales, bloquear o abrir horas, agregar feriados y mover o cancelar las horas
        que allí se reservan se hace allí. Los pacientes reservan, cambian y cancelan sus horas desde este
        portal.
      </Notice>
      <section aria-labelledby="kept-hours" className={classes.elsewhere}>
        <h2 id="kept-hours">Horas reservadas antes en los calendarios del portal</h2>
        <p>
          {externalSystem === 'un servicio externo' ? 'El servicio externo' : externalSystem} no las conoce.
          Aquí las puedes cancelar. No se pueden mover, porque el portal ya no lleva horas libres: cancela la
          hora y reserva la nueva en{' '}
          {externalSystem === 'un servicio externo' ? 'ese servicio' : externalSystem}.
        </p>
        <EarlierAppointments />
      </section>
    </>
  )
}

function PortalCalendars({ SlotDialog }: { SlotDialog: SlotDialog }) {
  const { ver, profesional, desde, editar } = useSearch({ strict: false })
  const navigate = useNavigate()
  if (ver === 'nuevo') return <NewProfessional />
  if (profesional !== undefined)
    return editar ? (
      <EditProfessional key={profesional} id={profesional} />
    ) : (
      <Week
        key={profesional}
        id={profesional}
        SlotDialog={SlotDialog}
        desde={desde}
        onWeek={(day) => navigate({ to: address, search: { profesional, desde: day } })}
      />
    )
  const tab: Tab = tabs.find(({ value }) => value === ver)?.value ?? 'profesionales'
  return (
    <>
      <PageHeading
        title="Agenda"
        lead="Calendarios de los profesionales, horas reservadas, bloqueos y feriados."
      />
      <PageTabs
        label="Partes de la agenda"
        tabs={tabs}
        value={tab}
        onChange={(to) => navigate({ to: address, search: { ver: to === 'profesionales' ? undefined : to } })}
      >
        {tab === 'profesionales' && <ProfessionalsList />}
        {tab === 'feriados' && <Holidays />}
        {tab === 'importar' && <ImportCalendars />}
      </PageTabs>
    </>
  )
}
