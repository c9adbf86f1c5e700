/**
 * Books or moves an appointment, one question per screen. The address stores the choices; `reservation.flow.ts`
 * defines the questions.
 */
import { IconCalendarPlus } from '@tabler/icons-react'
import { Navigate, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { type CurrentUser, isStaff, useCurrentUser } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Spread } from '../../../ui/layout/layout.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import { StepBar } from '../../../ui/step-indicator.tsx'
import { MovedAppointment, useMovedAppointment } from './moved-appointment.tsx'
import { NeedStep } from './need-step.tsx'
import { useBookablePeople } from './patient/bookable-people.queries.ts'
import { useQuestionnaireGate } from './questionnaire-gate.queries.ts'
import {
  type Choice,
  getReservationStep,
  placeCount,
  type StepName,
  type StepProps,
} from './reservation.flow.ts'
import classes from './reservation.module.css'

/** The steps after the first one, which is shown at once. */
const LaterStep = lazyComponent(async () => (await import('./later-steps.tsx')).LaterStep)

// What was asked for before stands around the first step, once it is known.
const WaitingListOffers = lazyComponent(
  async () => (await import('../waiting/offers.tsx')).WaitingListOffers,
  { isOptional: true },
)
const WaitingListEntries = lazyComponent(
  async () => (await import('../waiting/entries.tsx')).WaitingListEntries,
  { isOptional: true },
)

export function ReservationPage() {
  const user = useCurrentUser()
  const { agenda_imagenologia, exam_id }: Choice = useSearch({ strict: false })
  // The imaging page asks which exam it is for, and what must be known before.
  if (user && agenda_imagenologia && exam_id === undefined)
    return <Navigate to="/dashboard/agenda-imagenologia" replace />
  return user && !isStaff(user) ? <Reservation user={user} /> : <SignInFirst />
}

/** Asks the visitor to sign in, and then returns to the same address with all choices. */
function SignInFirst() {
  const navigate = useNavigate()
  const router = useRouter()
  const signIn = () =>
    navigate({ to: '/', state: (before) => ({ ...before, returnTo: router.state.location.href }) })
  return (
    <>
      <h1 className={classes.alone}>Reserva de horas</h1>
      <EmptyState
        icon={IconCalendarPlus}
        title="Para reservar una hora, inicia sesión con tu cuenta de paciente"
        action={<Button onClick={signIn}>INICIAR SESIÓN</Button>}
      />
    </>
  )
}

function Reservation({ user }: { user: CurrentUser }) {
  const choice: Choice = useSearch({ strict: false })
  const navigate = useNavigate()
  const people = useBookablePeople(user)
  const { group, others } = people
  const step = getReservationStep(choice, { others })
  const moved = useMovedAppointment(choice.id_appointment)
  const steps: StepProps = {
    choice,
    onChoose: (search) => navigate({ to: '/reservas', search }),
    onReplace: (search) => navigate({ to: '/reservas', search, replace: true }),
  }
  const gate = useQuestionnaireGate(choice, step.name, { user, group: group.data, moved: moved.data })
  const isStart = step.name === 'need'
  const isDone = step.name === 'done'
  // Only those who can book for others are asked for whom.
  if (gate.isPending || (step.name === 'person' && people.isPending)) return <BlockSkeleton height={360} />
  if (gate.leadsTo) return <Navigate to="/dashboard/agenda-imagenologia" search={gate.leadsTo} replace />

  return (
    <>
      {!isDone && (
        <Spread className="mb-6">
          <StepHeading step={step.name}>{step.title}</StepHeading>
          <StepBar count={placeCount} current={step.place} />
        </Spread>
      )}
      {!isDone && choice.offer === undefined && (
        <Suspense>
          <WaitingListOffers onAccept={steps.onChoose} />
        </Suspense>
      )}
      {!isDone && <MovedAppointment moved={moved} />}
      {isStart ? (
        <NeedStep {...steps} user={user} people={people} />
      ) : (
        <Suspense fallback={<BlockSkeleton height={360} />}>
          <LaterStep {...steps} step={step.name} user={user} />
        </Suspense>
      )}
      {isStart && (
        <Suspense>
          <WaitingListEntries />
        </Suspense>
      )}
    </>
  )
}

/** Moves the focus to the heading of each new question, for keyboards and screen readers. */
function StepHeading({ step, children }: { step: StepName; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    window.scrollTo({ top: 0 })
    heading.current?.focus({ preventScroll: true })
  }, [step])
  return (
    <h1 ref={heading} tabIndex={-1} className={classes.title}>
      {children}
    </h1>
  )
}
