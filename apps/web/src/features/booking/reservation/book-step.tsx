/** The last questions, while the hour is kept: for whom, and whether to book it. */
import { Failure } from '@mi-portal/contract/failure'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CurrentUser } from '../../../lib/session.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import { agendaKey, bookHold, bookingKey, offersQuery, outlookQuery } from '../booking.queries.ts'
import { type HeldHour, useHold, useSecondsLeft } from '../slots/hold.queries.ts'
import { HoldCountdown } from '../slots/hold-countdown.tsx'
import { SlotCard } from '../slots/slot-card.tsx'
import { useMovedHour } from './moved-hour.tsx'
import { PersonChoice, usePersonName } from './person-choice.tsx'
import { reopened, type StepProps } from './reservation.flow.ts'
import classes from './reservation.module.css'

interface BookStepProps extends StepProps {
  user: CurrentUser
  /** The question for whom is open. */
  asking: boolean
}

export function BookStep(props: BookStepProps) {
  const { slot_id } = props.choice
  return slot_id === undefined ? <OfferedHour {...props} /> : <ChosenHour {...props} slotId={slot_id} />
}

function ChosenHour(props: BookStepProps & { slotId: number }) {
  const { query, spend, again } = useHold(props.slotId)
  const back = () => props.onSettle(reopened(props.choice, 'hour'))
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
            {!isTaken(query.error) && (
              <Button size="sm" variant="default" loading={query.isFetching} onClick={again}>
                REINTENTAR
              </Button>
            )}
          </>
        }
      />
    )
  return (
    <Loaded query={query} skeleton={<BlockSkeleton height={320} />}>
      {(held) => (
        <Held
          // A hold taken anew is another one.
          key={held.hold_id}
          {...props}
          held={held}
          renewing={query.isFetching}
          lost={query.isError ? query.error : null}
          onSpend={spend}
          onAgain={again}
          onBack={back}
        />
      )}
    </Loaded>
  )
}

function isTaken(refusal: unknown): boolean {
  return refusal instanceof Failure && (refusal.status === 409 || refusal.status === 404)
}

/** An hour that was freed and is kept for who waited for it. */
function OfferedHour(props: BookStepProps) {
  const offers = useQuery(offersQuery)
  const toStart = () => props.onSettle({})
  return (
    <Loaded query={offers} skeleton={<BlockSkeleton height={320} />}>
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
          <Held
            key={offer.hold_id}
            {...props}
            choice={{ ...props.choice, patient_id: offer.patient_id }}
            held={{ hold_id: offer.hold_id, slot: offer.slot, until: Date.parse(offer.expires_at) }}
            patientName={offer.patient_full_name}
            onBack={toStart}
          />
        )
      }}
    </Loaded>
  )
}

interface HeldProps extends BookStepProps {
  held: HeldHour
  /** Where it is known already. */
  patientName?: string
  renewing?: boolean
  /** Why it could not be held again. */
  lost?: Error | null
  onSpend?(): void
  onAgain?(): unknown
  onBack(): unknown
}

function Held(props: HeldProps) {
  const { held, asking, choice, user, onChoose, onBack } = props
  const seconds = useSecondsLeft(held.until)
  const moved = useMovedHour(choice.id_appointment)
  const patientId = choice.patient_id ?? moved.data?.hour.patient_id ?? user.id
  const known = usePersonName(user, patientId)
  const person = asking ? undefined : (props.patientName ?? moved.data?.hour.patient_full_name ?? known)
  const waitsForMoved = choice.id_appointment !== undefined && !moved.data
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
        <HoldOver {...props} />
      ) : asking ? (
        <PersonChoice user={user} onChoose={(patient_id) => onChoose({ ...choice, patient_id })} />
      ) : (
        !waitsForMoved && <Confirm {...props} patientId={patientId} />
      )}
    </div>
  )
}

function HoldOver({ lost, renewing, onAgain, onBack }: HeldProps) {
  return (
    <Notice
      kind="warning"
      announce
      title={lost ? lost.message : 'Se acabó el tiempo para confirmar esta hora'}
      actions={
        <>
          {onAgain && !(lost && isTaken(lost)) && (
            <Button size="sm" loading={renewing} onClick={onAgain}>
              GUARDARLA OTRA VEZ
            </Button>
          )}
          <Button size="sm" variant="default" onClick={onBack}>
            ELEGIR OTRA HORA
          </Button>
        </>
      }
    >
      {!lost && 'No perdiste nada de lo que elegiste. Si nadie la tomó, la guardamos otros cinco minutos.'}
    </Notice>
  )
}

function Confirm(props: HeldProps & { patientId: number }) {
  const { held, choice, patientId, onSettle, onBack, onSpend } = props
  const client = useQueryClient()
  const moved = useMovedHour(choice.id_appointment)
  // Sent again after a silence it is the same booking.
  const [key] = useState(bookingKey)
  const moving = choice.id_appointment !== undefined
  const asked = {
    patient_id: patientId,
    id_appointment: choice.id_appointment,
    exam_id: choice.exam_id ?? moved.data?.exam_id ?? undefined,
    procedure: choice.procedure ?? moved.data?.procedure ?? undefined,
  }
  const outlook = useQuery({
    ...outlookQuery(held.hold_id, asked),
    enabled: !moving || !moved.isPending,
  })
  const book = useMutation({
    mutationFn: () => bookHold({ ...asked, hold_id: held.hold_id }, key),
    onSuccess: async ({ id_appointment }) => {
      onSpend?.()
      await onSettle({ reservada: id_appointment, id_appointment: choice.id_appointment })
      await client.invalidateQueries({ queryKey: agendaKey })
      await client.invalidateQueries({ queryKey: ['record'] })
    },
  })
  const refusal = book.error ?? outlook.error
  const decided = refusal instanceof Failure && refusal.status >= 400 && refusal.status < 500
  return (
    <>
      {outlook.data?.warning && (
        <Notice kind="warning" title="Ten en cuenta">
          {outlook.data.warning}
        </Notice>
      )}
      {refusal && (
        <Notice
          kind="error"
          title={refusal.message}
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
                    onClick={() => onSettle({ ...choice, patient_id: undefined })}
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
                danger
                loading={outlook.isFetching || book.isPending}
                onClick={() => (book.isError ? book.mutate() : outlook.refetch())}
              >
                REINTENTAR
              </Button>
            )
          }
        />
      )}
      {!refusal && (
        <Button fullWidth loading={book.isPending || outlook.isPending} onClick={() => book.mutate()}>
          {moving ? 'CAMBIAR MI HORA' : 'CONFIRMAR HORA'}
        </Button>
      )}
    </>
  )
}
