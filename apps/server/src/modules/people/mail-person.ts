import type { Context } from '../../platform/context/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { MailTemplate } from '../../platform/mail-layout.ts'
import type { OutgoingMail } from '../../ports/mail.ts'
import type { Person } from './read-people.ts'

export type MailedPerson = Pick<Person, 'id' | 'greeting_name' | 'email'>

/** Queues a mail to the mailbox of an account, with the name to greet; nothing for an account without a mailbox. */
export async function mailPerson<Data>(
  ctx: Context,
  tx: Queries,
  { id, email, greeting_name }: MailedPerson,
  template: MailTemplate<Data & { readonly first_name: string }>,
  data: Data,
  options: Pick<OutgoingMail<Data>, 'notAfter'> = {},
): Promise<void> {
  if (email === null) return
  const mail = { recipient: email, person_id: id, data: { ...data, first_name: greeting_name } }
  await ctx.mail.queue(tx, template, { ...mail, ...options })
}
