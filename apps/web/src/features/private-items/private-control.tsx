/** The button with which a user keeps one of their own exams or appointments private, or shows it again. */
import type { AgendaAppointment } from '@mi-portal/contract/appointment-agenda'
import { privateLabel } from '@mi-portal/contract/private-items'
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useCurrentUser } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { markOptionsQuery, type PrivateItem } from './private-items.queries.ts'

const PrivateDialog = lazyComponent(async () => (await import('./private-dialog.tsx')).PrivateDialog)
const OwnMailboxDialog = lazyComponent(
  async () => (await import('./own-mailbox-dialog.tsx')).OwnMailboxDialog,
)

interface PrivateControlProps {
  item: PrivateItem
  patientId: number
  isPrivate: boolean
  /** Text that distinguishes this item from others, read after the button's label. */
  which: string
  size: 'xs' | 'sm'
}

/** Shows nothing for another person's item, or if the user may not keep items private and this one is not. */
export function PrivateControl({ patientId, ...props }: PrivateControlProps) {
  const user = useCurrentUser()
  return user?.id === patientId ? <OwnItemControl {...props} ownId={user.id} /> : null
}

interface AppointmentPrivateControlProps {
  appointment: Pick<AgendaAppointment, 'id_appointment' | 'patient_id' | 'is_private' | 'booked_by'>
  /** Text that distinguishes the appointment from others. */
  which: string
}

/** Shows the button of an appointment. One that another person booked cannot be kept private, because that person knows it. */
export function AppointmentPrivateControl({ appointment, which }: AppointmentPrivateControlProps) {
  const { id_appointment, patient_id, is_private, booked_by } = appointment
  return booked_by === null ? (
    <PrivateControl
      item={{ kind: 'appointment', id_appointment }}
      patientId={patient_id}
      isPrivate={is_private}
      which={`la hora ${which}`}
      size="sm"
    />
  ) : null
}

function OwnItemControl(props: Omit<PrivateControlProps, 'patientId'> & { ownId: number }) {
  const { item, isPrivate, which, size, ownId } = props
  const { data } = useQuery(markOptionsQuery(ownId))
  const lacksMailbox = data?.lacks === 'own_mailbox'
  const [asking, setAsking] = useState(false)
  if (!data?.may_mark && !lacksMailbox && !isPrivate) return null
  const Icon = isPrivate ? IconLockOpen : IconLock
  return (
    <>
      <Button
        size={size}
        variant="default"
        leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
        aria-label={isPrivate ? `Quitar «Solo yo» de ${which}` : `Solo yo: que nadie más vea ${which}`}
        onClick={() => setAsking(true)}
      >
        {isPrivate ? 'Quitar «Solo yo»' : privateLabel}
      </Button>
      {asking && (
        <Suspense>
          {lacksMailbox && !isPrivate ? (
            <OwnMailboxDialog onClose={() => setAsking(false)} />
          ) : (
            <PrivateDialog item={item} isPrivate={isPrivate} onClose={() => setAsking(false)} />
          )}
        </Suspense>
      )}
    </>
  )
}
