import { ApiError } from '@mi-portal/contract/calls/api-error'
import { listPermissions } from '@mi-portal/contract/permissions/permissions'
import { inboxEndpoints } from '@mi-portal/contract/service-requests/inbox'
import { operation } from '../../../platform/context/operation.ts'
import type { Queries } from '../../../platform/database/database.ts'
import { isForStaff, mayAnswer } from '../service-requests.rules.ts'
import { type InboxRow, listStaff } from '../service-requests.sql.ts'
import { lockConversation, storeMessage, toThreadKey } from '../threads/store-message.ts'
import { assignThread } from '../threads/threads.sql.ts'
import { findInboxRequest } from './find-inbox-request.ts'

async function findAssignees(db: Queries, request: InboxRow) {
  return (await db.run(listStaff, {}))
    .filter(
      ({ id, rol, permission_set, site_ids: sites }) =>
        mayAnswer({ permissions: listPermissions(rol, permission_set) }, request.matter) &&
        isForStaff({ id, sites }, request),
    )
    .map(({ id, full_name }) => ({ id, full_name }))
}

export const listAssignees = operation(inboxEndpoints.assignees, async ({ db, actor }, { params }) => ({
  assignees: await findAssignees(db, await findInboxRequest(db, actor, params)),
}))

export const assignRequest = operation(
  inboxEndpoints.assign,
  async ({ db, actor, audit }, { params, body: { assignee_id } }) => {
    const request = await findInboxRequest(db, actor, params)
    const isKnown =
      assignee_id === null || (await findAssignees(db, request)).some(({ id }) => id === assignee_id)
    if (!isKnown) throw new ApiError('invalid', { param: 'assignee_id', msg: 'Selecciona Responsable' })
    await db.transaction(async (tx) => {
      await tx.run(assignThread, { ...toThreadKey(params), assignee_id })
      await audit.add(tx, 'desk.assign', {
        patientId: request.patient_id,
        object: `${params.matter}=${params.id}`,
        detail: { assignee_id },
      })
    })
    return {}
  },
)

/** Adds a note that only staff read. The same note again, as the last entry, changes nothing. */
export const addRequestNote = operation(inboxEndpoints.note, async (ctx, { params, body: { text } }) => {
  const { db, actor, audit } = ctx
  const { patient_id } = await findInboxRequest(db, actor, params)
  await db.transaction(async (tx) => {
    const { conversation } = await lockConversation(tx, params)
    const last = conversation.at(-1)
    if (last?.kind === 'note' && last.author_id === actor.id && last.text === text) return
    await storeMessage(ctx, tx, params, { kind: 'note', text })
    await audit.add(tx, 'desk.note', { patientId: patient_id, object: `${params.matter}=${params.id}` })
  })
  return {}
})
