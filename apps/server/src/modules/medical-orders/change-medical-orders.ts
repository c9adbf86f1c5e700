import { ApiError } from '@mi-portal/contract/calls/api-error'
import { medicalOrderEndpoints, orderField, severalOrders } from '@mi-portal/contract/medical-orders'
import { orderMissing } from '@mi-portal/contract/service-requests/quotes'
import { operation } from '../../platform/context/operation.ts'
import { findRow } from '../../platform/database/database.ts'
import { ownFile } from '../uploads/store-files.ts'
import { attachOrder, deleteOrder, lockOpenAppointment } from './medical-orders.sql.ts'
import { findAppointment, readOrderOfAppointment } from './read-medical-orders.ts'

export const attachMedicalOrder = operation(
  medicalOrderEndpoints.attach,
  async (ctx, { params: { id_appointment }, files: [file, ...others] }) => {
    const { db, actor, audit, clock, fileRecords } = ctx
    const action = 'medical-orders.attach'
    const { appointment, entry } = await findAppointment(ctx, id_appointment, action)
    if (file === undefined || others.length > 0) {
      const msg = file === undefined ? orderMissing : severalOrders
      throw new ApiError('invalid', { fieldErrors: [{ param: orderField, msg }] })
    }
    await db.transaction(async (tx) => {
      const now = clock.now()
      if ((await findRow(tx, lockOpenAppointment, { ...appointment, now })) === null)
        throw new ApiError('orderClosed')
      const replaced = await findRow(tx, deleteOrder, { appointment_id: id_appointment })
      if (replaced !== null) await fileRecords.setExpiry(tx, [replaced.file_id], now)
      const file_id = await ownFile(ctx, tx, { ...file, purpose: 'order', encrypted: null })
      await tx.run(attachOrder, { appointment_id: id_appointment, file_id, attached_by: actor.id, now })
      await audit.add(tx, action, { ...entry, detail: { replaced: replaced !== null } })
    })
    return readOrderOfAppointment(ctx, appointment)
  },
)

export const removeMedicalOrder = operation(
  medicalOrderEndpoints.remove,
  async (ctx, { params: { id_appointment } }) => {
    const action = 'medical-orders.remove'
    const { appointment, entry } = await findAppointment(ctx, id_appointment, action)
    await ctx.db.transaction(async (tx) => {
      const now = ctx.clock.now()
      if ((await findRow(tx, lockOpenAppointment, { ...appointment, now })) === null)
        throw new ApiError('orderClosed')
      const removed = await findRow(tx, deleteOrder, { appointment_id: id_appointment })
      if (removed === null) return
      await ctx.fileRecords.setExpiry(tx, [removed.file_id], now)
      await ctx.audit.add(tx, action, entry)
    })
    return readOrderOfAppointment(ctx, appointment)
  },
)
