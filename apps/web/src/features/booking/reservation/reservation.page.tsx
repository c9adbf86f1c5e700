/** Books an hour, or moves one, a question a screen. The address says what was chosen; the questions stand in `reservation.flow.ts`. */
import { IconCalendarPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { type CurrentUser, isStaff, useCurrentUser } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { StepTrail } from '../../../ui/step-trail.tsx'
import { groupQuery } from '../../family/family.queries.ts'
import { Offers } from '../waiting/offers.tsx'
import { Waits } from '../waiting/waits.tsx'
import { BookStep } from './book-step.tsx'
import { ChosenBar } from './chosen-bar.tsx'
import { DoneStep } from './done-step.tsx'
import { HourStep } from './hour-step.tsx'
import { MovedHour, useMovedHour } from './moved-hour.tsx'
import { ProfessionalStep } from './professional-step.tsx'
import { type Choice, type StepName, type StepProps, stepOf, trailOf } from './reservation.flow.ts'
import classes from './reservation.module.css'
import { SiteStep } from './site-step.tsx'
import { SpecialtyStep } from './specialty-step.tsx'

export function ReservationPage() {
  const user = useCurrentUser()
  const { agenda_imagenologia, exam_id, spec_id }: Choice = useSearch({ strict: false })
  // Which exam it is for is asked there, with what has to be known before.
  if (user && agenda_imagenologia && exam_id === undefined && spec_id === undefined)
    return <Navigate to="/dashboard/agenda-imagenologia" replace />
  return user && !isStaff(user) ? <Reservation user={user} /> : <SignInFirst />
}

/** The address comes back after signing in, and with it what was chosen. */
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
  const group = useQuery(groupQuery({ patientId: user.id, asStaff: false }))
  const step = stepOf(choice, { others: group.data?.some(({ may_book }) => may_book) })
  const moved = useMovedHour(choice.id_appointment)
  const steps: StepProps = {
    choice,
    onChoose: (search) => navigate({ to: '/reservas', search }),
    onSettle: (search) => navigate({ to: '/reservas', search, replace: true }),
  }
  const trail = trailOf(choice, step)
  const isStart = step.name === 'site' || step.name === 'specialty'

  return (
    <>
      {step.name !== 'done' && (
        <div className={classes.head}>
          <StepHeading step={step.name}>{step.title}</StepHeading>
          <StepTrail steps={trail.parts} current={trail.current} />
        </div>
      )}
      {step.name !== 'done' && choice.offer === undefined && <Offers onTake={steps.onChoose} />}
      {step.name !== 'done' && <MovedHour moved={moved} />}
      {step.name !== 'done' && !isStart && <ChosenBar {...steps} step={step.name} />}
      {screenOf(step.name, steps, user)}
      {isStart && <Waits />}
    </>
  )
}

function screenOf(name: StepName, steps: StepProps, user: CurrentUser): ReactNode {
  switch (name) {
    case 'site':
      return <SiteStep {...steps} />
    case 'specialty':
      return <SpecialtyStep {...steps} />
    case 'professional':
      return <ProfessionalStep {...steps} />
    case 'hour':
      return <HourStep {...steps} />
    case 'person':
    case 'confirm':
      return <BookStep {...steps} user={user} asking={name === 'person'} />
    case 'done':
      return <DoneStep {...steps} />
  }
}

/** Takes the keyboard and the screen reader along from question to question. */
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
