/**
 * Wizard for imaging, laboratory, vaccination and blood bank. The address stores the step and the choices. The answers
 * to the questionnaire and the contact data stay in memory.
 */
import type { BookableExam, ExamSpecialty } from '@mi-portal/contract/booking/exam-catalogue'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { openEmptyTab } from '../../../lib/browser.ts'
import { createDraft } from '../../../lib/drafts.ts'
import { useCurrentUser } from '../../../lib/session.ts'
import { DraftNotice } from '../../../ui/draft-notice.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import { StepTrail } from '../../../ui/step-trail.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { groupQuery } from '../../family/family.queries.ts'
import { personQuery } from '../../people/people.queries.ts'
import { officesQuery } from '../booking.queries.ts'
import { reservationAddress } from '../hand-off.rules.ts'
import { type ContactValues, emptyContactRequest, knownContact } from './contact-request.rules.ts'
import { ContactRequest } from './contact-request.tsx'
import { ExamData } from './exam-data.tsx'
import {
  type Answers,
  allowed,
  asksAge,
  at,
  type Choices,
  contactAnswers,
  entries,
  entryOf,
  type Facts,
  isEntry,
  needsQuestions,
  offeredBy,
  officeOf,
  type Step,
  stepRow,
} from './exam-wizard.flow.ts'
import classes from './exam-wizard.module.css'
import {
  bookableExamsQuery,
  examQuestionnaireQuery,
  examSpecialtiesQuery,
  useAnswerQuestionnaire,
  useAskForCall,
} from './exam-wizard.queries.ts'
import { Questions } from './questions.tsx'
import { Start } from './start.tsx'
import { StepHeading } from './step-heading.tsx'
import { ByPhone, InWindow, ThankYou, WalkIn } from './ways.tsx'

const address = '/dashboard/agenda-imagenologia'

/** The answers and contact data for one exam of one patient; for another exam or patient they are empty. */
interface WizardAnswers {
  examId: number | undefined
  patientId: number | undefined
  answers: Answers
  contact: ContactValues | null
  sent: boolean
}
const nothingSaid: WizardAnswers = {
  examId: undefined,
  patientId: undefined,
  answers: [],
  contact: null,
  sent: false,
}
const useDraft = createDraft<WizardAnswers>()

export function ExamWizardPage() {
  const choices: Choices = useSearch({ from: `/patient${address}` })
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
    navigate({ to: address, search: at(to, choices), ...options })

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
  if (step !== asked) return <Navigate to={address} search={at(step, choices)} replace />

  const row = stepRow(step)
  return (
    <>
      <Back step={step} to={row.back(facts)} choices={choices} />
      <StepHeading step={step} title={titleOf(step, choices)} />
      {step !== 'start' && <Trail facts={facts} place={row.place} />}
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
            navigate({ to: address, search: chosen, replace: true, state: { keepScroll: true } })
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

/** Loads the specialties and exams that match the choices, and finds the chosen ones. */
function useChosenExam(choices: Choices) {
  const offices = useQuery(officesQuery)
  const officeCode = officeOf(choices)
  const officeId = offices.data?.find(({ office_id }) => office_id === officeCode)?.id ?? null
  // At a site, the lists wait until the site's numeric id is known.
  const waitsForOffice = officeCode !== null && officeId === null
  const specialties = useQuery({
    ...examSpecialtiesQuery(choices.tipo),
    select: (all: ExamSpecialty[]) => offeredBy(choices, all, officeId),
    enabled: choices.tipo !== undefined && !waitsForOffice,
  })
  const offered = choices.tipo === undefined ? [] : (specialties.data ?? [])
  // A single specialty is chosen automatically.
  const specialty =
    offered.find(({ code }) => code === choices.prestacion) ??
    (offered.length === 1 ? offered[0] : null) ??
    null
  const isOfPart = specialty?.service === 'imagenologia'
  const exams = useQuery(
    bookableExamsQuery(
      specialty === null || choices.tipo === undefined || (isOfPart && choices.parte === undefined)
        ? null
        : {
            type: choices.tipo,
            specialty_code: specialty.code,
            part: isOfPart ? (choices.parte ?? null) : null,
            idOffice: officeId ?? 0,
          },
    ),
  )
  const exam = exams.data?.find(({ id }) => id === choices.examen) ?? null
  const failed = [offices, specialties, exams].find(({ isError }) => isError)
  return {
    offices: offices.data ?? [],
    specialties,
    specialty,
    exams,
    exam,
    failed,
    /** Whether the exam of the address is still loading, or failed to load. */
    isPending:
      choices.examen !== undefined &&
      exam === null &&
      (exams.isLoading || specialties.isLoading || offices.isLoading || failed !== undefined),
  }
}

/** Shown when a step was opened by its address, while its exam is loading or when that failed. */
function WaitingForExam({ choices, known }: { choices: Choices; known: ReturnType<typeof useChosenExam> }) {
  return (
    <>
      <PageHeading title={titleOf(entryOf(choices) ?? 'start', choices)} />
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

function titleOf(step: Step, choices: Choices): string {
  if (step === 'start') return 'Reserva de exámenes'
  if (step === 'questions') return 'Cuestionario previo'
  if (step === 'solicitar-contacto') return 'Solicitar contacto'
  const entry = entryOf(choices)
  return entry ? entries[entry].title : 'Reserva de exámenes'
}

function Back({ step, to, choices }: { step: Step; to: Step | null; choices: Choices }) {
  if (step === 'thank-you-page') return null
  const words = (
    <>
      <IconArrowLeft size={18} stroke={1.75} aria-hidden /> Volver atrás
    </>
  )
  return (
    <p className={classes.back}>
      {to === null ? (
        <TextLink to="/dashboard/agenda">{words}</TextLink>
      ) : (
        <TextLink to={address} search={at(to, choices)}>
          {words}
        </TextLink>
      )}
    </p>
  )
}

function Trail({ facts, place }: { facts: Facts; place: number }) {
  const entry = entryOf(facts.choices)
  const asks = facts.exam ? needsQuestions(facts.exam) : entry === 'imagenologia'
  const steps = asks ? ['Datos del examen', 'Cuestionario', 'Reserva'] : ['Datos del examen', 'Reserva']
  return (
    <div className={classes.trail}>
      <StepTrail steps={steps} current={asks || place === 1 ? place : place - 1} />
    </div>
  )
}

interface AskQuestionsProps {
  exam: BookableExam
  patient: Patient
  answers: Answers
  onAnswers(answers: Answers): void
  error: Error | null
  saving: boolean
  onContinue(questions: readonly { id: string }[]): unknown
}

function AskQuestions({ exam, patient, onContinue, ...rest }: AskQuestionsProps) {
  const asked = useQuery(examQuestionnaireQuery(exam.id, patient.id))
  return (
    <Loaded query={asked} skeleton={<BlockSkeleton height={420} />}>
      {({ questionnaire }) =>
        questionnaire ? (
          <Questions
            {...rest}
            exam={exam.text}
            patientName={patient.member?.first_name}
            questionnaire={questionnaire}
            onContinue={() => onContinue(questionnaire.questions)}
          />
        ) : (
          <ByPhone name={exam.text} young={false} />
        )
      }
    </Loaded>
  )
}

interface AskForCallProps {
  exam: BookableExam
  patient: Patient
  said: WizardAnswers
  onTyped(values: ContactValues): void
  onSent(): Promise<void>
}

/**
 * Shows the form of the contact request. It starts with what was typed before, otherwise with the patient and the
 * user's contact data; it starts empty when the user's data cannot be loaded.
 */
function AskForCall({ exam, patient, said, onTyped, onSent }: AskForCallProps) {
  const user = useCurrentUser()
  const caller = useQuery({ ...personQuery(user?.id ?? 0), enabled: user !== null })
  const asked = useQuery({
    ...examQuestionnaireQuery(exam.id, patient.id),
    enabled: said.answers.length > 0,
  })
  const ask = useAskForCall()
  if (caller.isPending || asked.isLoading) return <BlockSkeleton height={420} />
  const questions = asked.data?.questionnaire?.questions ?? []
  const known = caller.data ? knownContact(patient.member ?? caller.data, caller.data) : emptyContactRequest
  return (
    <ContactRequest
      exam={exam.text}
      patientName={patient.member?.first_name}
      values={said.contact ?? known}
      onTyped={onTyped}
      onSend={async (values) => {
        await ask.mutateAsync({
          values,
          patientId: patient.id,
          typeExamen: exam.text,
          answers: contactAnswers(questions, said.answers),
        })
        await onSent()
      }}
    />
  )
}

/** The patient of the exam. */
interface Patient {
  id: number
  /** Absent when the patient is the user. */
  member?: {
    document_type_id: number
    document_number: string
    first_name: string
    last_name: string
    second_name?: string | null
  }
}

/**
 * Returns the user and the group members they may book for, and the patient that the address names. With members, the
 * patient must be chosen when the address names none of these people.
 */
function usePeople(choices: Choices) {
  const user = useCurrentUser()
  const ownId = user?.id ?? 0
  const group = useQuery({
    ...groupQuery({ patientId: ownId, asStaff: false }),
    enabled: user !== null,
  })
  const members = (group.data ?? []).filter(({ may_book }) => may_book).map((one) => one.family_patient)
  const member = members.find(({ id }) => id === choices.paciente)
  const patient: Patient = member
    ? { id: member.id, member: { ...member, document_type_id: member.document_type.id } }
    : { id: ownId }
  return {
    isPending: group.isLoading,
    people: [
      { id: ownId, name: `${user?.first_name ?? ''} (tú)` },
      ...members.map(({ id, first_name, last_name }) => ({ id, name: `${first_name} ${last_name}`.trim() })),
    ],
    patient,
    lacksPatient: members.length > 0 && member === undefined && choices.paciente !== ownId,
  }
}

function reservationOf(
  { specialty, exam, offices }: ReturnType<typeof useChosenExam>,
  choices: Choices,
): string {
  // Without a chosen site, the only site that offers the exam is used.
  const sites = offices.filter(({ id }) => exam?.office_ids.includes(id))
  return reservationAddress({
    office_id: officeOf(choices) ?? (sites.length === 1 ? sites[0]?.office_id : undefined),
    spec_id: specialty?.code,
    exam_id: exam?.id,
    patient_id: choices.paciente,
    id_appointment: choices.cambia,
    agenda_imagenologia: specialty?.service === 'imagenologia' ? true : undefined,
  })
}
