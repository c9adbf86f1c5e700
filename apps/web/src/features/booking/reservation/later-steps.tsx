/** The steps of a reservation after the question what is needed. */
import type { CurrentUser } from '../../../lib/session.ts'
import { BookStep } from './book-step.tsx'
import { ChosenBar } from './chosen-bar.tsx'
import { DoneStep } from './done-step.tsx'
import { PatientChoice } from './patient/patient-choice.tsx'
import { ProfessionalStep } from './professional-step.tsx'
import type { StepName, StepProps } from './reservation.flow.ts'
import classes from './reservation.module.css'
import { SlotStep } from './slot-step.tsx'

interface LaterStepProps extends StepProps {
  step: StepName
  user: CurrentUser
}

export function LaterStep({ step, user, ...steps }: LaterStepProps) {
  const { choice, onReplace } = steps
  if (step === 'done') return <DoneStep {...steps} />
  if (step === 'confirm') return <BookStep {...steps} user={user} asking={false} />
  // The slot is held while another person is chosen for it.
  if (step === 'person' && choice.slot_id !== undefined) return <BookStep {...steps} user={user} asking />
  return (
    <>
      <ChosenBar {...steps} step={step} />
      {step === 'person' && (
        <div className={classes.narrow}>
          <PatientChoice user={user} onChoose={(patient_id) => onReplace({ ...choice, patient_id })} />
        </div>
      )}
      {step === 'professional' && <ProfessionalStep {...steps} />}
      {step === 'hour' && <SlotStep {...steps} user={user} />}
    </>
  )
}
