import { ApiError } from '@mi-portal/contract/calls/api-error'
import { complaintEndpoints } from '@mi-portal/contract/complaints'
import { operation } from '../../platform/context/operation.ts'
import { insertNote, returnLetter, saveLetter } from './complaints.sql.ts'
import { findVisibleComplaint } from './read-complaints.ts'

export const addComplaintNote = operation(complaintEndpoints.note, async (ctx, { params: { id }, body }) => {
  const { patient_id } = await findVisibleComplaint(ctx, id)
  await ctx.db.transaction(async (tx) => {
    await tx.run(insertNote, { id, author_id: ctx.actor.id, text: body.text, now: ctx.clock.now() })
    await ctx.audit.add(tx, 'complaints.note', { patientId: patient_id, object: `complaints=${id}` })
  })
  return {}
})

export const saveComplaintLetter = operation(
  complaintEndpoints.save,
  async (ctx, { params: { id }, body }) => {
    const { patient_id, answered_at } = await findVisibleComplaint(ctx, id)
    if (answered_at !== null) throw new ApiError('decidedAlready')
    const { text, written_at, proposes } = body
    const seen = written_at === null ? null : new Date(written_at)
    await ctx.db.transaction(async (tx) => {
      const saved = { id, text, proposes, seen, written_by: ctx.actor.id, now: ctx.clock.now() }
      if ((await tx.run(saveLetter, saved)).length === 0) throw new ApiError('changedMeanwhile')
      await ctx.audit.add(tx, 'complaints.write', {
        patientId: patient_id,
        object: `complaints=${id}`,
        detail: { proposes },
      })
    })
    return {}
  },
)

export const returnComplaintLetter = operation(
  complaintEndpoints.return,
  async (ctx, { params: { id }, body: { text, written_at } }) => {
    const { patient_id } = await findVisibleComplaint(ctx, id)
    await ctx.db.transaction(async (tx) => {
      if ((await tx.run(returnLetter, { id, seen: new Date(written_at) })).length === 0)
        throw new ApiError('changedMeanwhile')
      await tx.run(insertNote, { id, author_id: ctx.actor.id, text, now: ctx.clock.now() })
      await ctx.audit.add(tx, 'complaints.return', { patientId: patient_id, object: `complaints=${id}` })
    })
    return {}
  },
)
