import { callRequestEndpoints } from '@mi-portal/contract/booking/call-request'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { robotCheckEndpoints } from '@mi-portal/contract/robot-check'
import type { ActorContext } from '../../../platform/context/context.ts'
import { operation } from '../../../platform/context/operation.ts'
import { callerNetwork, limits } from '../../../platform/security/rate-limiter.ts'
import { createImagingRequest } from '../../service-requests/contact/create-portal-contact.ts'
import { requireRight } from '../authorize-booker.ts'
import { imagingContactReceived } from './exam-booking.mails.ts'
import { readAnswers } from './exam-booking.rules.ts'

/** A request for another adult is stored with the caller, who may not see the adult's messages; the form names the patient. */
async function readPatientId(ctx: ActorContext, patientId: number | undefined): Promise<number> {
  if (patientId === undefined) return ctx.actor.id
  const right = await requireRight(ctx, patientId)
  return right === 'leader' || right === 'delegate' ? ctx.actor.id : patientId
}

export const requestCall = operation(callRequestEndpoints.contact, async (ctx, { form }) => {
  const { actor, audit, db, mail, ports, rateLimiter } = ctx
  const patientId = await readPatientId(ctx, form.patient_id)
  const answers = readAnswers(form)
  if (answers === null)
    throw new ApiError('invalid', { param: 'questions', msg: 'Responde todas las preguntas' })
  await rateLimiter.consumeEach([limits.bookingContact], String(actor.id))
  const { name, lastName, rut, email, phone, typeExamen, altcha } = form
  const questions = answers.map(({ question, yes }) => ({ question, answer: yes ? 'Sí' : 'No' }) as const)
  const id = await db.transaction(async (tx) => {
    if (!(await ports.robotCheck.consume(tx, 'contact', altcha)))
      throw new ApiError('robotCheckFailed', { param: 'altcha' })
    const details = { name, lastName, rut, email, phone, questions }
    const contactId = await createImagingRequest(ctx, tx, {
      requesterId: actor.id,
      patientId,
      exam_type: typeExamen,
      details,
    })
    await audit.add(tx, 'booking.contact', {
      ...(patientId === actor.id ? {} : { actorRole: 'guardian' }),
      patientId,
      object: `imaging=${contactId}`,
    })
    await mail.queue(tx, imagingContactReceived, { recipient: email, person_id: actor.id, data: {} })
    return contactId
  })
  return { data: { id } }
})

export const createChallenge = operation(robotCheckEndpoints.challenge, async (ctx, { query: { form } }) => {
  await ctx.rateLimiter.consumeEach([limits.challenge], callerNetwork(ctx.origin.ip))
  return ctx.ports.robotCheck.challenge(form)
})
