import type { BookableExam } from '@mi-portal/contract/booking/exam-catalogue'
import { useQuery } from '@tanstack/react-query'
import { useCurrentUser } from '../../../../lib/session.ts'
import { BlockSkeleton } from '../../../../ui/skeletons.tsx'
import { personQuery } from '../../../people/people.queries.ts'
import { contactAnswers, type WizardAnswers } from '../exam-wizard.flow.ts'
import { examQuestionnaireQuery, useRequestCall } from '../exam-wizard.queries.ts'
import type { ExamPatient } from '../wizard-people.queries.ts'
import { type ContactValues, emptyContactRequest, knownContact } from './contact-request.rules.ts'
import { ContactRequest } from './contact-request.tsx'

interface RequestCallProps {
  exam: BookableExam
  patient: ExamPatient
  said: WizardAnswers
  onTyped(values: ContactValues): void
  onSent(): Promise<void>
}

/**
 * Shows the form of the contact request. It starts with what was typed before, otherwise with the patient and the
 * user's contact data; it starts empty when the user's data cannot be loaded.
 */
export function RequestCall({ exam, patient, said, onTyped, onSent }: RequestCallProps) {
  const user = useCurrentUser()
  const caller = useQuery({ ...personQuery(user?.id ?? 0), enabled: user !== null })
  const asked = useQuery({
    ...examQuestionnaireQuery(exam.id, patient.id),
    enabled: said.answers.length > 0,
  })
  const ask = useRequestCall()
  if (caller.isPending || asked.isLoading) return <BlockSkeleton height={420} />
  const questions = asked.data?.questionnaire?.questions ?? []
  const known = caller.data ? knownContact(patient.member ?? caller.data, caller.data) : emptyContactRequest
  return (
    <ContactRequest
      exam={exam.text}
      patientName={patient.member?.first_name}
      values={said.contact ?? known}
      onTyped={onTyped}
      save={{
        ...ask,
        mutate: (values, on) =>
          ask.mutate(
            {
              values,
              patientId: patient.id,
              typeExamen: exam.text,
              answers: contactAnswers(questions, said.answers),
            },
            on,
          ),
      }}
      onSent={onSent}
    />
  )
}
