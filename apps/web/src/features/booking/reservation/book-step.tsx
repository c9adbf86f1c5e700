/** The last steps while the slot is held: who the patient is, and the confirmation. */

import { modalityInSentence } from '@mi-portal/contract/appointments/appointments'
import { CallError } from '@mi-portal/contract/calls/call-error'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { explainError } from '../../../lib/explain-error.ts'
import type { CurrentUser } from '../../../lib/session.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { CheckBox } from '../../../ui/check-box.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import {
  bookingCheckQuery,
  createIdempotencyKey,
  offersQuery,
  schedulingKey,
  useBookHeldSlot,
} from '../booking.queries.ts'
import { type HeldSlot, useHold, useSecondsLeft } from '../slots/hold.queries.ts'
import { HoldCountdown } from '../slots/hold-countdown.tsx'
import { SlotCard } from '../slots/slot-card.tsx'
import { useMovedAppointment } from './moved-appointment.tsx'
import { PatientChoice, usePersonName } from './patient/patient-choice.tsx'
import { reopenQuestion, type StepProps } from './reservation.flow.ts'
import classes from './reservation.module.css'

interface BookStepProps extends StepProps {
  user: CurrentUser
  /** Whether the patient is still to be chosen. */
  asking: boolean
}

export function BookStep(props: BookStepProps) {
  const { slot_id } = props.choice
  return slot_id === undefined ? <OfferedSlot {...props} /> : <ChosenSlot {...props} slotId={slot_id} />
}

function ChosenSlot(props: BookStepProps & { slotId: number }) {
  const { query, markBooked, renew } = useHold(props.slotId)
  const back = () => props.onReplace(reopenQuestion(props.choice, 'hour'))
  if (query.isError && !query.data)
    return (
      <Notice
        kind="error"
        title={query.error.message}
        actions={
          <>
            <Button size="sm" onClick={back}>
              ELEGIR OTRA HORA
            </Button>
            {!isSlotGone(query.error) && (
              <Button size="sm" variant="default" loading={query.isFetching} onClick={renew}>
                REINTENTAR
              </Button>
            )}
          </>
        }
      >
        {explainError(query.error)}
      </Notice>
    )
  return (
    <QueryContent query={query} skeleton={<BlockSkeleton height={320} />}>
      {(held) => (
        <HeldSlotCard
          // A renewed hold is a new one with its own state.
          key={held.hold_id}
          {...props}
          held={held}
          renewing={query.isFetching}
          renewalError={query.isError ? query.error : null}
          onBooked={markBooked}
          onRenew={renew}
          onBack={back}
        />
      )}
    </QueryContent>
  )
}

function isSlotGone(error: unknown): boolean {
  return error instanceof CallError && (error.status === 409 || error.status === 404)
}

/** Shows a released slot that is held for the user, who was on the waiting list. */
function OfferedSlot(props: BookStepProps) {
  const offers = useQuery(offersQuery)
  const toStart = () => props.onReplace({})
  return (
    <QueryContent query={offers} skeleton={<BlockSkeleton height={320} />}>
      {(list) => {
        const offer = list.find(({ hold_id }) => hold_id === props.choice.offer)
        if (!offer)
          return (
            <Notice
              kind="warning"
              title="Esta hora ya no está guardada para ti"
              actions={
                <Button size="sm" onClick={toStart}>
                  BUSCAR OTRA HORA
                </Button>
              }
            >
              La ofrecimos a la persona que seguía en la lista. Sigues esperando la próxima.
            </Notice>
          )
        return (
          <HeldSlotCard
            key={offer.hold_id}
            {...props}
            choice={{ ...props.choice, patient_id: offer.patient_id }}
            held={{ hold_id: offer.hold_id, slot: offer.slot, until: Date.parse(offer.expires_at) }}
            patientName={offer.patient_full_name}
            onBack={toStart}
          />
        )
      }}
    </QueryContent>
  )
}

interface HeldSlotProps extends BookStepProps {
  held: HeldSlot
  /** The patient's name, when already known. */
  patientName?: string
  renewing?: boolean
  /** Why the hold could not be renewed. */
  renewalError?: Error | null
  onBooked?(): void
  onRenew?(): unknown
  onBack(): unknown
}

function HeldSlotCard(props: HeldSlotProps) {
  const { held, asking, choice, user, onChoose, onBack } = props
  const seconds = useSecondsLeft(held.until)
  const moved = useMovedAppointment(choice.id_appointment)
  const patientId = choice.patient_id ?? moved.data?.hour.patient_id ?? user.id
  const known = usePersonName(user, patientId)
  const person = asking ? undefined : (props.patientName ?? moved.data?.hour.patient_full_name ?? known)
  const isMovedPending = choice.id_appointment !== undefined && !moved.data
  return (
    <div className={classes.narrow}>
      <section className={`portal-card ${classes.card}`} aria-label="La hora que elegiste">
        <SlotCard slot={held.slot} person={person} />
        <HoldCountdown seconds={seconds} />
        {seconds > 0 && choice.offer === undefined && (
          <div>
            <Button size="sm" variant="light" onClick={onBack}>
              Cambiar la hora
            </Button>
          </div>
        )}
      </section>
      {seconds === 0 ? (
        <HoldExpired {...props} />
      ) : asking ? (
        <PatientChoice
          user={user}
          slot={held.slot}
          onChoose={(patient_id) => onChoose({ ...choice, patient_id })}
        />
      ) : (
        !isMovedPending && <Confirm {...props} patientId={patientId} />
      )}
    </div>
  )
}

function HoldExpired({ renewalError, renewing, onRenew, onBack }: HeldSlotProps) {
  return (
    <Notice
      kind="warning"
      announce
      title={renewalError ? renewalError.message : 'Se acabó el tiempo para confirmar esta hora'}
      actions={
        <>
          {onRenew && !(renewalError && isSlotGone(renewalError)) && (
            <Button size="sm" loading={renewing} onClick={onRenew}>
              GUARDARLA OTRA VEZ
            </Button>
          )}
          <Button size="sm" variant="default" onClick={onBack}>
            ELEGIR OTRA HORA
          </Button>
        </>
      }
    >
      {renewalError
        ? explainError(renewalError)
        : 'No perdiste nada de lo que elegiste. Si nadie la tomó, la guardamos otros cinco minutos.'}
    </Notice>
  )
}

function Confirm(props: HeldSlotProps & { patientId: number }) {
  const { held, choice, patientId, onReplace, onBack, onBooked } = props
  const client = useQueryClient()
  const moved = useMovedAppointment(choice.id_appointment)
  // A request that is repeated after no answer came carries the same key, so it books only once.
  const [key] = useState(createIdempotencyKey)
  const [accepted, setAccepted] = useState(false)
  const before = moved.data?.hour.modality
  const after = held.slot.modality
  const isOtherModality = before !== undefined && before !== after
  const moving = choice.id_appointment !== undefined
  const request = {
    patient_id: patientId,
    id_appointment: choice.id_appointment,
    exam_id: choice.exam_id ?? moved.data?.exam_id ?? undefined,
    procedure: choice.procedure ?? moved.data?.procedure ?? undefined,
  }
  const check = useQuery({
    ...bookingCheckQuery(held.hold_id, request),
    enabled: !moving || !moved.isPending,
  })
  const book = useBookHeldSlot(key)
  const bookNow = () =>
    book.mutate(
      { ...request, hold_id: held.hold_id, accepted_modality: isOtherModality ? after : undefined },
      {
        onSuccess: async ({ id_appointment }) => {
          onBooked?.()
          await onReplace({ reservada: id_appointment, id_appointment: choice.id_appointment })
          await client.invalidateQueries({ queryKey: schedulingKey })
        },
      },
    )
  const error = book.error ?? check.error
  const decided = error instanceof CallError && error.status >= 400 && error.status < 500
  return (
    <>
      {check.data?.warning && (
        <Notice kind="warning" title="Ten en cuenta">
          {check.data.warning}
        </Notice>
      )}
      {error && (
        <Notice
          kind="error"
          title={error.message}
          actions={
            decided ? (
              <>
                <Button size="sm" onClick={onBack}>
                  ELEGIR OTRA HORA
                </Button>
                {!moving && choice.offer === undefined && choice.patient_id !== undefined && (
                  <Button
                    size="sm"
                    variant="default"
                    onClick={() => onReplace({ ...choice, patient_id: undefined })}
                  >
                    ELEGIR OTRA PERSONA
                  </Button>
                )}
                <ButtonLink
                  size="sm"
                  variant="default"
                  to="/dashboard/consultas-medicas/{-$id}"
                  params={{ id: undefined }}
                >
                  VER MIS HORAS
                </ButtonLink>
              </>
            ) : (
              <Button
                size="sm"
                loading={check.isFetching || book.isPending}
                onClick={() => (book.isError ? bookNow() : check.refetch())}
              >
                REINTENTAR
              </Button>
            )
          }
        >
          {explainError(error)}
        </Notice>
      )}
      {!error && isOtherModality && (
        <Notice
          kind="warning"
          title={`Cambias de ${modalityInSentence[before]} a ${modalityInSentence[after]}`}
        >
          <CheckBox checked={accepted} onChange={setAccepted}>
            {after === 'telemedicina'
              ? 'Sí, quiero que la atención sea por video.'
              : 'Sí, quiero que la atención sea presencial, en la clínica.'}
          </CheckBox>
        </Notice>
      )}
      {!error && (
        <Button
          fullWidth
          disabled={isOtherModality && !accepted}
          loading={book.isPending || check.isPending}
          onClick={() => bookNow()}
        >
          {moving ? 'CAMBIAR MI HORA' : 'CONFIRMAR HORA'}
        </Button>
      )}
    </>
  )
}
