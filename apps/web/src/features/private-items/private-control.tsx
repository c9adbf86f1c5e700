/** The button with which a user keeps one of their own exams or appointments private, or shows it again. */
import type { AgendaAppointment } from '@mi-portal/contract/appointments/appointment-agenda'
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

/**
 * Returns the action that keeps an item private or shows it again, and its open dialog. The action is null for another person's item,
 * and if the user may not keep items private and this one is not.
 */
export function usePrivateAction({
  item,
  patientId,
  isPrivate,
}: Pick<PrivateControlProps, 'item' | 'patientId' | 'isPrivate'>) {
  const isOwn = useCurrentUser()?.id === patientId
  const { data } = useQuery({ ...markOptionsQuery(patientId), enabled: isOwn })
  const lacksMailbox = data?.lacks === 'own_mailbox'
  const [asking, setAsking] = useState(false)
  const isOffered = isOwn && (data?.may_mark || lacksMailbox || isPrivate)
  const close = () => setAsking(false)
  return {
    action: isOffered
      ? {
          label: isPrivate ? 'Quitar «Solo yo»' : privateLabel,
          icon: isPrivate ? IconLockOpen : IconLock,
          ask: () => setAsking(true),
        }
      : null,
    dialog: asking && (
      <Suspense>
        {lacksMailbox && !isPrivate ? (
          <OwnMailboxDialog onClose={close} />
        ) : (
          <PrivateDialog item={item} isPrivate={isPrivate} onClose={close} />
        )}
      </Suspense>
    ),
  }
}

/** The action as a button; nothing where there is none. */
function PrivateControl({ which, size, ...props }: PrivateControlProps) {
  const { action, dialog } = usePrivateAction(props)
  if (action === null) return null
  return (
    <>
      <Button
        size={size}
        variant="default"
        leftSection={<action.icon size={18} stroke={1.75} aria-hidden />}
        aria-label={props.isPrivate ? `Quitar «Solo yo» de ${which}` : `Solo yo: que nadie más vea ${which}`}
        onClick={action.ask}
      >
        {action.label}
      </Button>
      {dialog}
    </>
  )
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
