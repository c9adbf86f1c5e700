import type { Context } from '../../../platform/context/context.ts'
import type { Queries } from '../../../platform/database/database.ts'
import type { MailTemplate } from '../../../platform/mail-layout.ts'
import type { Person } from '../../people/read-people.ts'

export type Holder = Pick<Person, 'id' | 'greeting_name' | 'email'>

/** Returns whether an account belongs to a member of staff. */
export const isStaff = ({ rol }: Pick<Person, 'rol'>) => rol !== 'STANDART_ROLE'

/** Queues an e-mail in the caller's transaction, unless the owner has no mailbox. */
export async function notifyHolder<Data>(
  ctx: Context,
  tx: Queries,
  holder: Holder,
  template: MailTemplate<Data & { first_name: string }>,
  data: Data,
): Promise<void> {
  if (holder.email === null) return
  await ctx.mail.queue(tx, template, {
    recipient: holder.email,
    person_id: holder.id,
    data: { ...data, first_name: holder.greeting_name },
  })
}
