import { santiago } from '@mi-portal/contract/values/dates'
import type { Context } from '../../../platform/context/context.ts'
import type { Queries } from '../../../platform/database/database.ts'
import { notifyWithMail } from '../../notifications/notify-person.ts'
import type { Person } from '../../people/read-people.ts'
import { slotOfferedMail } from './waiting.mails.ts'

type HeldOffer = {
  readonly starts_at: Date
  readonly doctor_name: string
  readonly place: string
  readonly until: Date
}

export async function notifyOffer(
  ctx: Context,
  tx: Queries,
  person_id: number,
  person: Person | null,
  { starts_at, doctor_name, place, until: heldUntil }: HeldOffer,
): Promise<void> {
  const until = santiago(heldUntil).time
  const { day, time: hour } = santiago(starts_at)
  const notice = {
    person_id,
    type: 'appointments',
    text: `Se liberó una hora como la que esperas. La guardamos para ti hasta las ${until}.`,
    isUrgent: true,
  } as const
  await notifyWithMail(ctx, tx, notice, slotOfferedMail, () =>
    person?.email
      ? {
          recipient: person.email,
          notAfter: heldUntil,
          data: { first_name: person.greeting_name, day, hour, doctor_name, place, until },
        }
      : null,
  )
}
