/** What comes before an exam or a procedure is booked: whether it is booked at all, safety questions, and how to prepare. */
import { errorTable } from '@mi-portal/contract/calls/error-table'
import type { BookableItem } from '@mi-portal/contract/front-desk'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { Button, ButtonAnchor } from '../../../ui/button.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import type { Answers } from '../../booking/exam-wizard/exam-wizard.flow.ts'
import {
  examQuestionnaireQuery,
  useAnswerQuestionnaire,
} from '../../booking/exam-wizard/exam-wizard.queries.ts'
import { Indications } from '../../booking/exam-wizard/steps/indications.tsx'
import { Questions } from '../../booking/exam-wizard/steps/questions.tsx'
import { procedureSheetQuery } from '../../booking/procedures/procedures.queries.ts'
import { createSchedulingClient, type SchedulingClient } from '../../booking/scheduling.queries.ts'
import type { BookedFor } from '../patient.rules.ts'

interface ItemGateProps {
  patient: BookedFor
  item: BookableItem
  /** The booking, once nothing is in its way. */
  children: ReactNode
}

export function ItemGate({ patient, item, children }: ItemGateProps) {
  const client = useMemo(() => createSchedulingClient(patient.id), [patient.id])
  if (item.way_to_schedule !== 'online') {
    const { msg } = errorTable[item.way_to_schedule === 'presencial' ? 'walkIn' : 'byPhone']
    return <Notice kind="warning" announce title={msg} />
  }
  return (
    <Stack>
      {item.needs_questionnaire ? (
        <SafetyQuestions patient={patient} item={item} client={client}>
          {children}
        </SafetyQuestions>
      ) : (
        children
      )}
      {item.kind === 'exam' ? (
        <Indications examId={Number(item.code)} client={client} />
      ) : (
        <ProcedureSheet code={item.code} client={client} />
      )}
    </Stack>
  )
}

/** The questions that a professional decided on. The server books the exam only after each was answered with no. */
function SafetyQuestions({ patient, item, client, children }: ItemGateProps & { client: SchedulingClient }) {
  const exam_id = Number(item.code)
  const query = useQuery(examQuestionnaireQuery(exam_id, patient.id, client))
  const save = useAnswerQuestionnaire(client)
  const [answers, setAnswers] = useState<Answers>([])
  const [isAgain, setIsAgain] = useState(false)
  return (
    <QueryContent query={query}>
      {({ questionnaire, answers: given }) => {
        if (questionnaire === null || given?.can_book) return children
        if (given !== null && !isAgain)
          return (
            <Notice
              kind="warning"
              announce
              title="Una respuesta fue «Sí»: un profesional debe revisar el caso antes de dar la hora"
              actions={
                <Button
                  size="sm"
                  onClick={() => {
                    setAnswers([])
                    setIsAgain(true)
                  }}
                >
                  Responder otra vez
                </Button>
              }
            />
          )
        return (
          <FirstFocused>
            <Questions
              exam={item.name}
              questionnaire={questionnaire}
              patientName={patient.first_name}
              answers={answers}
              onAnswers={setAnswers}
              error={save.error}
              saving={save.isPending}
              onContinue={() =>
                save.mutate(
                  {
                    exam_id,
                    patient_id: patient.id,
                    answers: questionnaire.questions.map(({ id }, index) => ({
                      id,
                      yes: answers[index] === true,
                    })),
                  },
                  { onSuccess: () => setIsAgain(false) },
                )
              }
            />
          </FirstFocused>
        )
      }}
    </QueryContent>
  )
}

/** Moves the focus to the first question, so that the keyboard goes on there. */
function FirstFocused({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('button')?.focus(), [])
  return <div ref={box}>{children}</div>
}

function ProcedureSheet({ code, client }: { code: string; client: SchedulingClient }) {
  const sheet = useQuery(procedureSheetQuery(code, client))
  if (sheet.isError)
    return <LoadError error={sheet.error} onRetry={sheet.refetch} retrying={sheet.isFetching} />
  return (
    sheet.data !== undefined && (
      <div>
        <ButtonAnchor
          variant="light"
          href={sheet.data}
          target="_blank"
          rel="noopener"
          leftSection={<IconFileTypePdf size={20} stroke={1.75} aria-hidden />}
        >
          Ver indicaciones (PDF)
        </ButtonAnchor>
      </div>
    )
  )
}
