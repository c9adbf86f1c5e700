import { reminderEndpoints } from '@mi-portal/contract/booking/reminders'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { Context } from '../../../platform/context/context.ts'
import { operation } from '../../../platform/context/operation.ts'
import { getSigner } from '../../../platform/context/signers.ts'
import { setReminders } from '../../consents/manage-consents.ts'

const endPurpose = 'reminders-off'

export const signReminderEnd = (ctx: Context, personId: number): `/${string}` =>
  `/recordatorios/${getSigner(ctx, endPurpose).sign([personId])}`

export const endReminders = operation(reminderEndpoints.off, async (ctx, { body }) => {
  const [personId] = getSigner(ctx, endPurpose).open(body.token) ?? []
  if (personId === undefined) throw new ApiError('notFound')
  await setReminders(ctx.db, personId, false, ctx.clock.now())
  return {}
})
