/** The wizard of imaging, laboratory, vaccination and blood bank: the step comes from the address, the answers stay in memory. */
import type { BookableExam, ExamSpecialty } from '@mi-portal/contract/exam-booking'
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
  examSpecialtiesQuery,
  questionnairesQuery,
  useAskForCall,
} from './exam-wizard.queries.ts'
import { Questions } from './questions.tsx'
import { Start } from './start.tsx'
import { StepHeading } from './step-heading.tsx'
import { ByPhone, InWindow, ThankYou, WalkIn } from './ways.tsx'

const address = '/dashboard/agenda-imagenologia'

/** What was said about one exam; about another one nothing of it holds. */
interface Said {
  examId: number | undefined
  answers: Answers
  contact: ContactValues | null
  sent: boolean
}
const nothingSaid: Said = { examId: undefined, answers: [], contact: null, sent: false }
const useDraft = createDraft<Said>()

export function ExamWizardPage() {
  const choices: Choices = useSearch({ from: `/patient${address}` })
  const navigate = useNavigate()
  const known = useKnown(choices)
  const [memory, setMemory] = useState(nothingSaid)
  const [blocked, setBlocked] = useState(false)
  const said = memory.examId === choices.examen ? memory : { ...nothingSaid, examId: choices.examen }
  const say = (more: Partial<Said>) => setMemory({ ...said, ...more })
  const hasTyped = said.answers.some((answer) => answer !== null) || said.contact !== null
  const draft = useDraft(() => (hasTyped && !said.sent ? said : null))

  const { exam } = known
  const facts: Facts = { choices, exam, answers: said.answers, sent: said.sent }
  const asked = choices.paso ?? 'start'
  // Whether an exam's step is open is known once the exam is.
  const step = known.isPending && !isEntry(asked) && asked !== 'start' ? null : allowed(facts)

  const go = (to: Step, options: { replace?: boolean } = {}) =>
    navigate({ to: address, search: at(to, choices), ...options })

  /** The window opens within the click, or the browser blocks it. */
  function goOn(to: Step | null) {
    if (to === null) return
    if (to === 'reserva') {
      const tab = openEmptyTab()
      tab?.show(reservationOf(known, choices))
      setBlocked(tab === null)
    }
    void go(to)
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
      {draft.offered?.examId === choices.examen && isLater(step) && (
        <div className={classes.draft}>
          <DraftNotice onTake={takeDraft} onLeave={draft.forget} />
        </div>
      )}
      {step === 'start' && <Start />}
      {isEntry(step) && (
        <ExamData
          {...known}
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
          answers={said.answers}
          onAnswers={(answers) => say({ answers })}
          onContinue={() => goOn(row.next(facts))}
        />
      )}
      <Way step={step} facts={facts} onAsk={() => goOn(row.next(facts))}>
        <InWindow address={reservationOf(known, choices)} blocked={blocked} />
      </Way>
      {step === 'solicitar-contacto' && exam && (
        <AskForCall
          key={draft.offered === null ? 'typed' : 'offered'}
          exam={exam}
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
  /** The step in which the window is open. */
  children: ReactNode
}

/** How the hour is had, and the thanks at the end; nothing on the other steps. */
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

/** The specialties and exams that the choices lead to, and which of them are chosen. */
function useKnown(choices: Choices) {
  const offices = useQuery(officesQuery)
  const officeCode = officeOf(choices)
  const officeId = offices.data?.find(({ office_id }) => office_id === officeCode)?.id ?? null
  // At a site its number has to be known before anything is offered.
  const waitsForOffice = officeCode !== null && officeId === null
  const specialties = useQuery({
    ...examSpecialtiesQuery(choices.tipo),
    select: (all: ExamSpecialty[]) => offeredBy(choices, all, officeId),
    enabled: choices.tipo !== undefined && !waitsForOffice,
  })
  const offered = choices.tipo === undefined ? [] : (specialties.data ?? [])
  // What leaves no choice is chosen.
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
    /** The exam of the address is on its way. */
    isPending:
      choices.examen !== undefined &&
      exam === null &&
      (exams.isLoading || specialties.isLoading || offices.isLoading || failed !== undefined),
  }
}

/** A step that was opened by its address, while what was chosen is read. */
function WaitingForExam({ choices, known }: { choices: Choices; known: ReturnType<typeof useKnown> }) {
  return (
    <>
      <PageHeading title={titleOf(entryOf(choices) ?? 'start', choices)} />
      {known.failed ? (
        <LoadError
          message={known.failed.error?.message ?? ''}
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
  answers: Answers
  onAnswers(answers: Answers): void
  onContinue(): void
}

function AskQuestions({ exam, ...rest }: AskQuestionsProps) {
  const questionnaires = useQuery(questionnairesQuery)
  return (
    <Loaded query={questionnaires} skeleton={<BlockSkeleton height={420} />}>
      {(all) => {
        const questionnaire = all.find(({ key }) => key === exam.questionnaire)
        return questionnaire ? (
          <Questions {...rest} exam={exam.text} questionnaire={questionnaire} />
        ) : (
          <ByPhone name={exam.text} young={false} />
        )
      }}
    </Loaded>
  )
}

interface AskForCallProps {
  exam: BookableExam
  said: Said
  onTyped(values: ContactValues): void
  onSent(): Promise<void>
}

/** The form begins with the signed-in person's own data; without them it begins empty. */
function AskForCall({ exam, said, onTyped, onSent }: AskForCallProps) {
  const user = useCurrentUser()
  const person = useQuery({ ...personQuery(user?.id ?? 0), enabled: user !== null })
  const questionnaires = useQuery({ ...questionnairesQuery, enabled: said.answers.length > 0 })
  const ask = useAskForCall()
  if (person.isPending || questionnaires.isLoading) return <BlockSkeleton height={420} />
  const questions = questionnaires.data?.find(({ key }) => key === exam.questionnaire)?.questions ?? []
  return (
    <ContactRequest
      exam={exam.text}
      values={said.contact ?? (person.data ? knownContact(person.data) : emptyContactRequest)}
      onTyped={onTyped}
      onSend={async (values) => {
        await ask.mutateAsync({
          values,
          typeExamen: exam.text,
          answers: contactAnswers(questions, said.answers),
        })
        await onSent()
      }}
    />
  )
}

function reservationOf({ specialty, exam, offices }: ReturnType<typeof useKnown>, choices: Choices): string {
  // Where the exam is made at one site only, that is the site.
  const sites = offices.filter(({ id }) => exam?.office_ids.includes(id))
  return reservationAddress({
    office_id: officeOf(choices) ?? (sites.length === 1 ? sites[0]?.office_id : undefined),
    spec_id: specialty?.code,
    exam_id: exam?.id,
    agenda_imagenologia: specialty?.service === 'imagenologia' ? true : undefined,
  })
}
