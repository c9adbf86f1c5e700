/**
 * Wizard for imaging, laboratory, vaccination and blood bank. The address stores the step and the choices. The answers
 * to the questionnaire and the contact data stay in memory.
 */
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { openEmptyTab } from '../../../lib/browser/browser.ts'
import { createDraftHook } from '../../../lib/drafts.ts'
import { DraftNotice } from '../../../ui/draft-notice.tsx'
import { campaign, getExternalReservation, reservationAddress } from '../reservation-address.rules.ts'
import { CallCentreBooking, OpenedWindow, ThankYou, WalkIn } from './booking-options.tsx'
import { toReservation, useChosenExam } from './chosen-exam.queries.ts'
import {
  answerByAge,
  type Choices,
  choicesAt,
  type Facts,
  findOpenStep,
  getStepRow,
  isEntry,
  needsAge,
  type Step,
  type WizardAnswers,
  wizardAddress,
} from './exam-wizard.flow.ts'
import { useAnswerQuestionnaire } from './exam-wizard.queries.ts'
import { StepHeading } from './step-heading.tsx'
import { RequestCall } from './steps/ask-for-call.tsx'
import { AskQuestions } from './steps/ask-questions.tsx'
import { ExamData } from './steps/exam-data.tsx'
import { Start } from './steps/start.tsx'
import { BackToStep, getStepTitle, WaitingForExam, WizardProgress } from './wizard-frame.tsx'
import { usePeople } from './wizard-people.queries.ts'

const emptyWizardAnswers: WizardAnswers = {
  examId: undefined,
  patientId: undefined,
  answers: [],
  contact: null,
  saved: false,
  sent: false,
}

const useDraft = createDraftHook<WizardAnswers>()

/**
 * Stores the answers for the exam and the patient of the address. Who comes back from the reservation finds the answers that were sent;
 * others that were left are offered.
 */
function useWizardAnswers({ examen: examId, paciente: patientId }: Choices) {
  const [memory, setMemory] = useState(emptyWizardAnswers)
  const draft = useDraft(() => (hasTyped && !given.sent ? given : null))
  const isAbout = (one: WizardAnswers) => one.examId === examId && one.patientId === patientId
  const left = draft.offered !== null && isAbout(draft.offered) ? draft.offered : null
  const stored = left?.saved ? left : { ...emptyWizardAnswers, examId, patientId }
  const given = isAbout(memory) ? memory : stored
  const hasTyped = given.answers.some((answer) => answer !== null) || given.contact !== null
  return {
    given,
    updateAnswers: (more: Partial<WizardAnswers>) => setMemory({ ...given, ...more }),
    /** Answers that were not sent; null if there are none. */
    offered: left?.saved ? null : left,
    take: (answers: WizardAnswers) => {
      setMemory(answers)
      draft.discard()
    },
    discard: draft.discard,
  }
}

export function ExamWizardPage() {
  const chosen: Choices = useSearch({ from: `/patient${wizardAddress}` })
  const navigate = useNavigate()
  const family = usePeople(chosen.paciente)
  const choices = answerByAge(chosen, family.age)
  const known = useChosenExam(choices)
  const [blocked, setBlocked] = useState(false)
  const wizard = useWizardAnswers(choices)
  const { given, updateAnswers, offered } = wizard

  const saving = useAnswerQuestionnaire()

  const { exam } = known
  const { lacksPatient } = family
  const facts: Facts = { choices, exam, answers: given.answers, lacksPatient, sent: given.sent }
  const asked = choices.paso ?? 'start'
  // Whether a step after the entry page can be shown is only known after the exam and the group have loaded.
  const step =
    (known.isPending || family.isPending) && !isEntry(asked) && asked !== 'start' ? null : findOpenStep(facts)

  // What is chosen because there is nothing else is part of the address of later steps too.
  const whole: Choices = exam ? { ...chosen, prestacion: known.specialty?.code, examen: exam.id } : chosen
  const go = (to: Step, options: { replace?: boolean } = {}) =>
    navigate({ to: wizardAddress, search: choicesAt(to, whole), ...options })

  /**
   * Goes to a step after `before` succeeded. The portal's own reservation goes on in this tab. For an external one, an
   * empty window opens during the click, because browsers block windows that open later.
   */
  async function goOn(to: Step | null, before: () => Promise<boolean> = async () => true) {
    if (to === null) return
    const isExternal = to === 'reserva' && getExternalReservation() !== null
    const tab = isExternal ? openEmptyTab() : null
    if (!(await before())) {
      tab?.close()
      return
    }
    const reservation = toReservation(known, choices)
    if (to === 'reserva' && !isExternal)
      return navigate({ to: '/reservas', search: { ...reservation, ...campaign } })
    tab?.show(reservationAddress(reservation))
    setBlocked(isExternal && tab === null)
    await go(to)
  }

  /** Stores the answers of the questionnaire; returns false when that failed, which the page shows. */
  async function saveAnswers(questions: readonly { id: string }[]): Promise<boolean> {
    const answers = questions.map(({ id }, index) => ({ id, yes: given.answers[index] === true }))
    const sent = { exam_id: exam?.id ?? 0, patient_id: family.patient.id, answers }
    return saving.mutateAsync(sent).then(
      () => {
        updateAnswers({ saved: true })
        return true
      },
      () => false,
    )
  }

  if (step === null) return <WaitingForExam choices={choices} known={known} />
  if (step !== asked) return <Navigate to={wizardAddress} search={choicesAt(step, chosen)} replace />
  if (step === 'reserva' && getExternalReservation() === null)
    return <Navigate to="/reservas" search={{ ...toReservation(known, choices), ...campaign }} replace />

  const row = getStepRow(step)
  return (
    <>
      <BackToStep step={step} to={row.back(facts)} choices={chosen} />
      <StepHeading step={step} title={getStepTitle(step, choices)} />
      {step !== 'start' && <WizardProgress facts={facts} place={row.place} />}
      {offered && isLater(step) && (
        <div className="mb-6 max-w-viewer">
          <DraftNotice onTake={() => wizard.take(offered)} onLeave={wizard.discard} />
        </div>
      )}
      {step === 'start' && <Start />}
      {isEntry(step) && (
        <ExamData
          {...known}
          family={family}
          choices={choices}
          onChoose={(change) =>
            navigate({
              to: wizardAddress,
              search: change(chosen),
              replace: true,
              state: { keepScroll: true },
            })
          }
          onContinue={() => goOn(row.next(facts))}
        />
      )}
      {step === 'questions' && exam && (
        <AskQuestions
          exam={exam}
          patient={family.patient}
          answers={given.answers}
          onAnswers={(answers) => updateAnswers({ answers, saved: false })}
          error={saving.error}
          saving={saving.isPending}
          onContinue={(questions) => goOn(row.next(facts), () => saveAnswers(questions))}
        />
      )}
      <Way step={step} facts={facts} onAsk={() => goOn(row.next(facts))}>
        <OpenedWindow address={reservationAddress(toReservation(known, choices))} blocked={blocked} />
      </Way>
      {step === 'solicitar-contacto' && exam && (
        <RequestCall
          key={offered === null ? 'typed' : 'offered'}
          exam={exam}
          patient={family.patient}
          said={given}
          onTyped={(contact) => updateAnswers({ contact })}
          onSent={async () => {
            wizard.discard()
            updateAnswers({ contact: null, sent: true })
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
  /** Content of the step `reserva`, while the window of an external reservation is open. */
  children: ReactNode
}

/** Shows how the appointment is booked, or the final thanks; nothing on the other steps. */
function Way({ step, facts: { choices, exam }, onAsk, children }: WayProps) {
  if (step === 'reserva') return children
  if (step === 'thank-you-page') return <ThankYou exam={exam} />
  if (exam === null) return null
  if (step === 'presencial') return <WalkIn name={exam.text} officeIds={exam.office_ids} />
  if (step !== 'callcenter') return null
  return (
    <CallCentreBooking
      name={exam.text}
      young={needsAge(choices, exam) && choices.menor === 'si'}
      onAsk={onAsk}
    />
  )
}

function isLater(step: Step): boolean {
  return step === 'questions' || step === 'solicitar-contacto'
}
