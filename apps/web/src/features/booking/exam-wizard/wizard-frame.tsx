/**
 * Renders the frame of a wizard step: its title, the way back, the step indicator, and the state while the exam
 * loads.
 */
import { BackLink } from '../../../ui/back-link.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import { StepIndicator } from '../../../ui/step-indicator.tsx'
import type { ChosenExam } from './chosen-exam.queries.ts'
import {
  type Choices,
  choicesAt,
  type Facts,
  getEntry,
  getEntryRow,
  needsQuestions,
  type Step,
  wizardAddress,
} from './exam-wizard.flow.ts'

/** Shown when a step was opened by its address, while its exam is loading or when that failed. */
export function WaitingForExam({ choices, known }: { choices: Choices; known: ChosenExam }) {
  return (
    <>
      <PageHeading title={getStepTitle(getEntry(choices) ?? 'start', choices)} />
      {known.failed ? (
        <LoadError
          error={known.failed.error}
          onRetry={known.failed.refetch}
          retrying={known.failed.isFetching}
        />
      ) : (
        <BlockSkeleton height={320} />
      )}
    </>
  )
}

export function getStepTitle(step: Step, choices: Choices): string {
  if (step === 'start') return 'Reserva de exámenes'
  if (step === 'questions') return 'Cuestionario previo'
  if (step === 'solicitar-contacto') return 'Solicitar contacto'
  const entry = getEntry(choices)
  return entry ? getEntryRow(entry).title : 'Reserva de exámenes'
}

export function BackToStep({ step, to, choices }: { step: Step; to: Step | null; choices: Choices }) {
  if (step === 'thank-you-page') return null
  if (to === null) return <BackLink to="/dashboard/agenda">Volver atrás</BackLink>
  return (
    <BackLink to={wizardAddress} search={choicesAt(to, choices)}>
      Volver atrás
    </BackLink>
  )
}

export function WizardProgress({ facts, place }: { facts: Facts; place: number }) {
  const entry = getEntry(facts.choices)
  const asks = facts.exam ? needsQuestions(facts.exam) : entry === 'imagenologia'
  const steps = asks ? ['Datos del examen', 'Cuestionario', 'Reserva'] : ['Datos del examen', 'Reserva']
  return (
    <div className="-mt-2 mb-6">
      <StepIndicator steps={steps} current={asks || place === 1 ? place : place - 1} />
    </div>
  )
}
