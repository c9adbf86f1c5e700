/** A patient as the front desk needs it: read first, with what a caller asks for. Data are changed on the pages that exist for it. */
import { CallError } from '@mi-portal/contract/calls/call-error'
import type { PatientPage as PatientData } from '@mi-portal/contract/front-desk'
import { IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useHasPermission } from '../../lib/permissions.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Card, Stack } from '../../ui/layout/layout.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { Shortcuts } from '../../ui/shortcuts.tsx'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import { StaffBooking } from './booking/staff-booking.tsx'
import { patientPageQuery } from './front-desk.queries.ts'
import { type AppointmentAct, explainNoBooking } from './patient.rules.ts'
import { PastAppointments, UpcomingAppointments } from './patient-appointments.tsx'
import { nameEdit, PatientHead } from './patient-head.tsx'
import { Confirmations, EmergencyContact, Family, Mails, Requests, Security } from './patient-parts.tsx'

const bookingField = 'reservar-especialidad'

export function PatientPage() {
  const { id = '' } = useParams({ strict: false })
  const number = /^[1-9]\d{0,9}$/.test(id) && Number(id) <= 2_147_483_647 ? Number(id) : null
  return number === null ? <Missing /> : <LoadedPatient key={number} id={number} />
}

function Missing() {
  return (
    <>
      <PageHeading title="Paciente" />
      <EmptyState
        icon={IconUserOff}
        title="No encontramos a esta persona"
        action={<ButtonLink to="/admin/usuarios">Buscar a otra persona</ButtonLink>}
      />
    </>
  )
}

function LoadedPatient({ id }: { id: number }) {
  const query = useQuery(patientPageQuery(id))
  if (query.error instanceof CallError && query.error.status === 404 && !query.data) return <Missing />
  return (
    <QueryContent
      query={query}
      skeleton={
        <>
          <PageHeading title="Paciente" />
          <BlockSkeleton height={480} />
        </>
      }
    >
      {(page) => <Patient page={page} />}
    </QueryContent>
  )
}

/** Starts an act with the earliest appointment that allows it. */
function startFirst(act: AppointmentAct) {
  document.querySelector<HTMLElement>(`[data-act=${act}]`)?.click()
}

function Patient({ page }: { page: PatientData }) {
  const { patient, upcoming, past, requests, family, mails, security, confirmations } = page
  const mayBook = useHasPermission('bookings.manage')
  const mayEdit = useHasPermission(['users.edit', 'users.validate'])
  const [bookedId, setBookedId] = useState<number | null>(null)
  const { history } = useRouter()
  const navigate = useNavigate()
  const goBack = () => (history.canGoBack() ? history.back() : void navigate({ to: '/admin/usuarios' }))
  const edit = () => void navigate({ to: '/admin/usuarios/editar/$id', params: { id: String(patient.id) } })
  const shortcuts = [
    { key: '/', label: 'buscar' },
    ...(mayBook && patient.may_be_booked
      ? [{ key: 'R', label: 'reservar', act: () => document.getElementById(bookingField)?.focus() }]
      : []),
    ...(upcoming
      ? [
          { key: 'C', label: 'confirmar', act: () => startFirst('confirm') },
          { key: 'L', label: 'llegó', act: () => startFirst('arrived') },
          { key: 'M', label: 'mover', act: () => startFirst('move') },
          { key: 'X', label: 'cancelar', act: () => startFirst('cancel') },
        ]
      : []),
    ...(mayEdit ? [{ key: 'E', label: nameEdit(patient).toLowerCase(), act: edit }] : []),
    { key: 'Esc', label: 'volver', act: goBack },
  ]
  return (
    <>
      <PatientHead patient={patient} mayEdit={mayEdit} />
      <div className="grid grid-cols-1 items-start gap-6 wide:grid-cols-[minmax(0,1fr)_304px]">
        <Stack gap="lg">
          {upcoming && <UpcomingAppointments patient={patient} appointments={upcoming} bookedId={bookedId} />}
          {mayBook && (
            <Card aria-labelledby="reservar">
              <h2 id="reservar" className="mb-3">
                Reservar para {patient.first_name}
              </h2>
              {patient.may_be_booked ? (
                <StaffBooking patient={patient} fieldId={bookingField} onBooked={setBookedId} />
              ) : (
                <p>{explainNoBooking(page)}</p>
              )}
            </Card>
          )}
          {requests && <Requests requests={requests} />}
          {past && <PastAppointments appointments={past} />}
        </Stack>
        <Stack gap="lg">
          {confirmations && <Confirmations confirmations={confirmations} />}
          <Mails mails={mails} />
          <Family patient={patient} family={family} />
          <Security security={security} />
          <EmergencyContact patient={patient} />
        </Stack>
      </div>
      <div className="mt-6">
        <Shortcuts shortcuts={shortcuts} />
      </div>
    </>
  )
}
