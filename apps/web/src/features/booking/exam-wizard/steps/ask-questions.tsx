import type { BookableExam } from '@mi-portal/contract/booking/exam-catalogue'
import { useQuery } from '@tanstack/react-query'
import { QueryContent } from '../../../../ui/query-content.tsx'
import { BlockSkeleton } from '../../../../ui/skeletons.tsx'
import { CallCentreBooking } from '../booking-options.tsx'
import type { Answers } from '../exam-wizard.flow.ts'
import { examQuestionnaireQuery } from '../exam-wizard.queries.ts'
import type { ExamPatient } from '../wizard-people.queries.ts'
import { Questions } from './questions.tsx'

interface AskQuestionsProps {
  exam: BookableExam
  patient: ExamPatient
  answers: Answers
  onAnswers(answers: Answers): void
  error: Error | null
  saving: boolean
  onContinue(questions: readonly { id: string }[]): unknown
}

/** Loads the questionnaire of the exam and shows it; without one, the exam is booked by phone. */
export function AskQuestions({ exam, patient, onContinue, ...rest }: AskQuestionsProps) {
  const asked = useQuery(examQuestionnaireQuery(exam.id, patient.id))
  return (
    <QueryContent query={asked} skeleton={<BlockSkeleton height={420} />}>
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
          <CallCentreBooking name={exam.text} young={false} />
        )
      }
    </QueryContent>
  )
}
