/** Leads to the questionnaire of an exam that is not booked without it. The server rejects the booking in any case. */
import type { BookedAppointment } from '@mi-portal/contract/booking/preparation'
import type { FamilyMember } from '@mi-portal/contract/family/members'
import { useQuery } from '@tanstack/react-query'
import type { CurrentUser } from '../../../lib/session.ts'
import type { Choices } from '../exam-wizard/exam-wizard.flow.ts'
import { examQuestionnaireQuery } from '../exam-wizard/exam-wizard.queries.ts'
import { buildQuestionnaireChoices } from '../exam-wizard/open-wizard.rules.ts'
import type { Choice, StepName } from './reservation.flow.ts'

interface GateContext {
  user: CurrentUser
  group: readonly FamilyMember[] | undefined
  /** The appointment that is moved. */
  moved: BookedAppointment | undefined
}

/** Returns the address at which the questionnaire is answered, or null when no answers are missing. */
export function useQuestionnaireGate(
  choice: Choice,
  step: StepName,
  { user, group, moved }: GateContext,
): { isPending: boolean; leadsTo: Choices | null } {
  const examId = choice.exam_id ?? moved?.exam_id ?? undefined
  const chosen = choice.patient_id ?? moved?.hour.patient_id
  const patientId = chosen ?? user.id
  const query = useQuery({
    ...examQuestionnaireQuery(examId ?? 0, patientId),
    enabled: examId !== undefined && step !== 'done',
    retry: false,
  })
  if (!query.isEnabled) return { isPending: false, leadsTo: null }
  const { data } = query
  if (!data?.questionnaire || data.answers?.can_book) return { isPending: query.isPending, leadsTo: null }
  const others = (group ?? []).filter(({ may_book }) => may_book)
  const member = others.find(({ family_patient }) => family_patient.id === patientId)
  return {
    isPending: false,
    leadsTo: buildQuestionnaireChoices(data.exam, {
      patientId: others.length === 0 ? patientId : chosen,
      isChild: member?.family_patient.is_a_minor ?? false,
      sucursal: choice.office_id === 'AMBAS' ? undefined : choice.office_id,
      cambia: choice.id_appointment,
    }),
  }
}
