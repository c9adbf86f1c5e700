/**
 * Wizard for imaging, laboratory, vaccination and blood bank. The address stores the step and the choices. The answers
 * to the questionnaire and the contact data stay in memory.
 */
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { openEmptyTab } from '../../../lib/browser.ts'
import { createDraft } from '../../../lib/drafts.ts'
import { DraftNotice } from '../../../ui/draft-notice.tsx'
import { reservationOf, useChosenExam } from './chosen-exam.queries.ts'
import {
  allowed,
  asksAge,
  at,
  type Choices,
  type Facts,
  isEntry,
  type Step,
  stepRow,
  type WizardAnswers,
  wizardAddress,
} from './exam-wizard.flow.ts'
import classes from './exam-wizard.module.css'
import { useAnswerQuestionnaire } from './exam-wizard.queries.ts'
import { StepHeading } from './step-heading.tsx'
import { AskForCall } from './steps/ask-for-call.tsx'
import { AskQuestions } from './steps/ask-questions.tsx'
import { ExamData } from './steps/exam-data.tsx'
import { Start } from './steps/start.tsx'
import { ByPhone, InWindow, ThankYou, WalkIn } from './ways.tsx'
import { BackToStep, titleOf, WaitingForExam, WizardTrail } from './wizard-frame.tsx'
import { usePeople } from './wizard-people.queries.ts'

const nothingSaid: WizardAnswers = {
  examId: undefined,
  patientId: undefined,
  answers: [],
  contact: null,
  sent: false,
}

const useDraft = createDraft<WizardAnswers>()

export function ExamWizardPage() {
  const choices: Choices = useSearch({ from: `/patient${wizardAddress}` })
  const navigate = useNavigate()
  const family = usePeople(choices)
  const known = useChosenExam(choices)
  const [memory, setMemory] = useState(nothingSaid)
  const [blocked, setBlocked] = useState(false)
  const about = { examId: choices.examen, patientId: choices.paciente }
  const isAbout = (said: WizardAnswers) => said.examId === about.examId && said.patientId === about.patientId
  const said = isAbout(memory) ? memory : { ...nothingSaid, ...about }
  const say = (more: Partial<WizardAnswers>) => setMemory({ ...said, ...more })
  const hasTyped = said.answers.some((answer) => answer !== null) || said.contact !== null
  const draft = useDraft(() => (hasTyped && !said.sent ? said : null))

  const saving = useAnswerQuestionnaire()

  const { exam } = known
  const { lacksPatient } = family
  const facts: Facts = { choices, exam, answers: said.answers, lacksPatient, sent: said.sent }
  const asked = choices.paso ?? 'start'
  // Whether a step after the entry page can be shown is only known after the exam and the group have loaded.
  const step =
    (known.isPending || family.isPending) && !isEntry(asked) && asked !== 'start' ? null : allowed(facts)

  const go = (to: Step, options: { replace?: boolean } = {}) =>
    navigate({ to: wizardAddress, search: at(to, choices), ...options })

  /**
   * Goes to a step after `before` succeeded. For the step `reserva`, an empty window opens during the click, because
   * browsers block windows that open later.
   */
  async function goOn(to: Step | null, before: () => Promise<boolean> = async () => true) {
    if (to === null) return
    const tab = to === 'reserva' ? openEmptyTab() : null
    if (!(await before())) {
      tab?.close()
      return
    }
    tab?.show(reservationOf(known, choices))
    setBlocked(to === 'reserva' && tab === null)
    await go(to)
  }

  /** Stores the answers of the questionnaire; returns false when that failed, which the page shows. */
  async function saveAnswers(questions: readonly { id: string }[]): Promise<boolean> {
    const answers = questions.map(({ id }, index) => ({ id, yes: said.answers[index] === true }))
    const sent = { exam_id: exam?.id ?? 0, patient_id: family.patient.id, answers }
    return saving.mutateAsync(sent).then(
      () => true,
      () => false,
    )
  }

  function takeDraft() {
    if (draft.offered) setMemory(draft.offered)
    draft.forget()
  }

  if (step === null) return <WaitingForExam choices={choices} known={known} />
  if (step !== asked) return <Navigate to={wizardAddress} search={at(step, choices)} replace />

  const row = stepRow(step)
  return (
    <>
      <BackToStep step={step} to={row.back(facts)} choices={choices} />
      <StepHeading step={step} title={titleOf(step, choices)} />
      {step !== 'start' && <WizardTrail facts={facts} place={row.place} />}
      {draft.offered && isAbout(draft.offered) && isLater(step) && (
        <div className={classes.draft}>
          <DraftNotice onTake={takeDraft} onLeave={draft.forget} />
        </div>
      )}
      {step === 'start' && <Start />}
      {isEntry(step) && (
        <ExamData
          {...known}
          people={family.people}
          lacksPatient={lacksPatient}
          choices={choices}
          onChoices={(chosen) =>
            navigate({ to: wizardAddress, search: chosen, replace: true, state: { keepScroll: true } })
          }
          onContinue={() => goOn(row.next(facts))}
        />
      )}
      {step === 'questions' && exam && (
        <AskQuestions
          exam={exam}
          patient={family.patient}
          answers={said.answers}
          onAnswers={(answers) => say({ answers })}
          error={saving.error}
          saving={saving.isPending}
          onContinue={(questions) => goOn(row.next(facts), () => saveAnswers(questions))}
        />
      )}
      <Way step={step} facts={facts} onAsk={() => goOn(row.next(facts))}>
        <InWindow address={reservationOf(known, choices)} blocked={blocked} />
      </Way>
      {step === 'solicitar-contacto' && exam && (
        <AskForCall
          key={draft.offered === null ? 'typed' : 'offered'}
          exam={exam}
          patient={family.patient}
          said={said}
          onTyped={(contact) => say({ contact })}
          onSent={async () => {
            draft.forget()
            setMemory({ ...said, contact: null, sent: true })
            await go('thank-you-page', { replace: true })
          }}
        />
      )}
    </>
  )
}

interface WayProps {
  step: Step
  facts: Facts
  onAsk(): void
  /** Content of the step `reserva`, in which the reservation window is open. */
  children: ReactNode
}

/** Shows how the appointment is booked, or the final thanks; nothing on the other steps. */
function Way({ step, facts: { choices, exam }, onAsk, children }: WayProps) {
  if (step === 'reserva') return children
  if (step === 'thank-you-page') return <ThankYou exam={exam} />
  if (exam === null) return null
  if (step === 'presencial') return <WalkIn name={exam.text} officeIds={exam.office_ids} />
  if (step !== 'callcenter') return null
  return <ByPhone name={exam.text} young={asksAge(choices, exam) && choices.menor === 'si'} onAsk={onAsk} />
}

function isLater(step: Step): boolean {
  return step === 'questions' || step === 'solicitar-contacto'
}
