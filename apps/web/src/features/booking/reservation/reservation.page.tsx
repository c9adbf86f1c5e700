/**
 * Books or moves an appointment, one question per screen. The address stores the choices; `reservation.flow.ts`
 * defines the questions.
 */
import { IconCalendarPlus } from '@tabler/icons-react'
import { Navigate, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { type CurrentUser, isStaff, useCurrentUser } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import { StepIndicator } from '../../../ui/step-indicator.tsx'
import { WaitingListEntries } from '../waiting/entries.tsx'
import { WaitingListOffers } from '../waiting/offers.tsx'
import { BookStep } from './book-step.tsx'
import { ChosenBar } from './chosen-bar.tsx'
import { DoneStep } from './done-step.tsx'
import { MovedAppointment, useMovedAppointment } from './moved-appointment.tsx'
import { useBookablePeople } from './patient/bookable-people.queries.ts'
import { ProfessionalStep } from './professional-step.tsx'
import { useQuestionnaireGate } from './questionnaire-gate.queries.ts'
import {
  type Choice,
  getReservationStep,
  progressOf,
  type StepName,
  type StepProps,
} from './reservation.flow.ts'
import classes from './reservation.module.css'
import { SiteStep } from './site-step.tsx'
import { SlotStep } from './slot-step.tsx'
import { SpecialtyStep } from './specialty-step.tsx'

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
  const { group, others } = useBookablePeople(user)
  const step = getReservationStep(choice, { others })
  const moved = useMovedAppointment(choice.id_appointment)
  const steps: StepProps = {
    choice,
    onChoose: (search) => navigate({ to: '/reservas', search }),
    onReplace: (search) => navigate({ to: '/reservas', search, replace: true }),
  }
  const progress = progressOf(choice, step)
  const gate = useQuestionnaireGate(choice, step.name, { user, group: group.data, moved: moved.data })
  const isStart = step.name === 'site' || step.name === 'specialty'
  if (gate.isPending) return <BlockSkeleton height={360} />
  if (gate.leadsTo) return <Navigate to="/dashboard/agenda-imagenologia" search={gate.leadsTo} replace />

  return (
    <>
      {step.name !== 'done' && (
        <div className={classes.head}>
          <StepHeading step={step.name}>{step.title}</StepHeading>
          <StepIndicator steps={progress.parts} current={progress.current} />
        </div>
      )}
      {step.name !== 'done' && choice.offer === undefined && <WaitingListOffers onAccept={steps.onChoose} />}
      {step.name !== 'done' && <MovedAppointment moved={moved} />}
      {step.name !== 'done' && !isStart && <ChosenBar {...steps} step={step.name} />}
      {renderStep(step.name, steps, user, others)}
      {isStart && <WaitingListEntries />}
    </>
  )
}

function renderStep(
  name: StepName,
  steps: StepProps,
  user: CurrentUser,
  others: boolean | undefined,
): ReactNode {
  switch (name) {
    case 'site':
      return <SiteStep {...steps} />
    case 'specialty':
      return <SpecialtyStep {...steps} />
    case 'professional':
      return <ProfessionalStep {...steps} />
    case 'hour':
      return <SlotStep {...steps} user={user} others={others} />
    case 'person':
    case 'confirm':
      return <BookStep {...steps} user={user} asking={name === 'person'} />
    case 'done':
      return <DoneStep {...steps} />
  }
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
