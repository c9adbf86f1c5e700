import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { ExamType } from '@mi-portal/contract/exams/exams'
import {
  type ChoiceOfAppointment,
  noResultChoice,
  resultChoiceEndpoints,
} from '@mi-portal/contract/result-choices'
import { addDays, toDay, toInstant } from '@mi-portal/contract/values/dates'
import type { ActorContext } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import type { Queries } from '../../platform/database/database.ts'
import { authorizeAppointment, recordRoles, toAudited } from '../appointments/authorize-appointment.ts'
import { deleteChoice, deleteChoicesOfDay, findChoice, insertChoice } from './result-choices.sql.ts'

async function findAppointment(ctx: ActorContext, id: number, action: string) {
  const seen = await authorizeAppointment(ctx, id, action, recordRoles)
  const { settings } = ctx
  const canChoose = settings.offersResultChoice() && seen.appointment.state === 'booked'
  const type = settings.examServices().get(seen.appointment.specialty_code)
  return { entry: toAudited(seen), type: (canChoose && type) || null }
}

async function toReply(db: Queries, id: number, type: ExamType | null): Promise<ChoiceOfAppointment> {
  const waits = type !== null && (await db.run(findChoice, { appointment_id: id })).length > 0
  return { choice: waits ? 'with_doctor' : 'now', can_choose: type !== null }
}

export const readResultChoice = operation(resultChoiceEndpoints.one, async (ctx, { params }) => {
  const action = 'result-choices.view'
  const { entry, type } = await findAppointment(ctx, params.id_appointment, action)
  await ctx.audit.record(action, entry)
  return toReply(ctx.db, params.id_appointment, type)
})

export const chooseResult = operation(
  resultChoiceEndpoints.choose,
  async (ctx, { params, body: { choice } }) => {
    const { db, actor, audit, clock, ports } = ctx
    const { id_appointment: id } = params
    const action = 'result-choices.choose'
    const { entry, type } = await findAppointment(ctx, id, action)
    if (type === null) throw new ApiError('notPossible', { msg: noResultChoice })
    await db.transaction(async (tx) => {
      if (choice === 'with_doctor')
        await tx.run(insertChoice, { appointment_id: id, type, chosen_by: actor.id, chosen_at: clock.now() })
      else {
        await tx.run(deleteChoice, { appointment_id: id })
        await ports.newResults.lookAgain(tx, entry.patientId)
      }
      await audit.add(tx, action, { ...entry, object: `${entry.object} choice=${choice}` })
    })
    return toReply(db, id, type)
  },
)

export const showResultNow = operation(
  resultChoiceEndpoints.show,
  async ({ db, ports }, { patient, params: { attention_id, type } }) => {
    const exams = await ports.archive.heldExams(patient.id)
    const held = exams.find((one) => one.id === attention_id && one.type === type)
    if (held?.hold.cause !== 'choice') throw new ApiError('notFound')
    const day = toDay(held.taken_at)
    const [from, until] = [toInstant(day, '00:00'), toInstant(addDays(day, 1), '00:00')]
    await db.transaction(async (tx) => {
      await tx.run(deleteChoicesOfDay, { patient_id: patient.id, type, from, until })
      await ports.newResults.lookAgain(tx, patient.id)
    })
    return {}
  },
)
