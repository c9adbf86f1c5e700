import { accountStatus } from '@mi-portal/contract/people'
import type { Context } from '../../platform/context/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { addNotNotified } from '../../platform/notified.ts'
import { addCallDue } from '../calls-due/add-call-due.ts'
import { type Notice, notify, notifyWithMail } from '../notifications/notify-person.ts'
import { findPerson } from '../people/read-people.ts'
import { requestAnswered } from './service-requests.mails.ts'
import { answerNotice, descriptions, formatRequestNumber, hasLegalTerm } from './service-requests.rules.ts'
import type { InboxRow } from './service-requests.sql.ts'

type Requester = NonNullable<Awaited<ReturnType<typeof findPerson>>>

/** Mails the answer's arrival to a requester who has no account any more. If there is no mailbox, staff have to call them. */
async function notifyWithoutAccount(
  { mail, clock }: Context,
  tx: Queries,
  { matter, site_id }: InboxRow,
  { id, email }: Requester,
  data: { readonly first_name: string; readonly matter: InboxRow['matter']; readonly number: string },
): Promise<void> {
  const { label, page } = descriptions[matter]
  const mailed = { person_id: id, data: { ...data, path: page } }
  const isQueued =
    email !== null && (await mail.queue(tx, requestAnswered, { ...mailed, recipient: email })) === 'queued'
  if (isQueued) return
  const topic = matter === 'privacy' ? 'privacy' : 'requests'
  const text = `Respondimos su solicitud ${data.number}: ${label.toLowerCase()}.`
  const now = clock.now()
  await addCallDue(tx, { topic, patient_id: id, appointment_id: null, site_id, text, now })
}

export async function notifyRequester(ctx: Context, tx: Queries, request: InboxRow): Promise<void> {
  const requester = await findPerson(ctx, request.requester_id)
  if (requester === null) return
  const { matter } = request
  const number = formatRequestNumber(matter, request.id, request.created_at)
  const notice: Notice = {
    person_id: requester.id,
    type: 'requests',
    text: answerNotice(matter, number),
    request: { matter, id: request.id },
    ...(request.patient_id === requester.id
      ? {}
      : { about: { patient_id: request.patient_id, reserved_group: null } }),
  }
  const data = { first_name: requester.greeting_name, matter, number }
  if (requester.status !== accountStatus.enabled || requester.deleted_at !== null)
    return notifyWithoutAccount(ctx, tx, request, requester, data)
  // The law sets a deadline for these answers, so they are mailed even if the requester chose other channels.
  if (hasLegalTerm(matter)) {
    await notify(ctx, tx, notice)
    if (requester.email === null) return addNotNotified(requester.id, 'no_address')
    const own = { recipient: requester.email, person_id: requester.id }
    await ctx.mail.queue(tx, requestAnswered, { ...own, data: { ...data, path: descriptions[matter].page } })
    return
  }
  await notifyWithMail(ctx, tx, notice, requestAnswered, (path) =>
    requester.email === null ? null : { recipient: requester.email, data: { ...data, path } },
  )
}
