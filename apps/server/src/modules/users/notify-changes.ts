import { getGreetingName } from '@mi-portal/contract/fields/full-name'
import { isStaff } from '@mi-portal/contract/permissions/roles'
import type { Context } from '../../platform/context/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { addNotNotified } from '../../platform/notified.ts'
import { createVerificationLink } from '../people/create-verification-link.ts'
import type { Person } from '../people/read-people.ts'
import { createReportLink } from '../session/account-links/create-account-links.ts'
import { dataChanged, emailEntered, emailReplaced, passwordSet } from './users.mails.ts'
import {
  describeChange,
  describeChangedFields,
  isOtherMailbox,
  type PersonData,
  typedPasswordHours,
} from './users.rules.ts'

/**
 * Notifies the owner of what staff changed, each mailbox once: the address before and, if staff entered another one, the new address,
 * with the link that verifies it. Every mail has a link with which the owner reports that they did not ask for the change.
 */
export async function notifyChanges(
  ctx: Context,
  tx: Queries,
  person: Person,
  after: PersonData,
  { password, pictures }: { readonly password: boolean; readonly pictures: readonly string[] },
) {
  const person_id = person.id
  const data = { first_name: getGreetingName(after) }
  const changed = describeChangedFields(person, after, pictures)
  const report = (what: string) => createReportLink(ctx, tx, person_id, describeChange(what, ctx.clock.now()))
  if (after.email === null) {
    if (changed !== '') addNotNotified(person.id, 'no_address', after.phone)
    return
  }
  if (isOtherMailbox(person.email, after.email)) {
    const { token, days, until } = await createVerificationLink(ctx, tx, person_id, after.email)
    await ctx.mail.queue(tx, emailEntered, {
      recipient: after.email,
      person_id,
      data: { token, days, reportPath: await report(changed) },
      notAfter: until,
    })
    if (person.email === null) return addNotNotified(person.id, 'no_address', person.phone)
    await ctx.mail.queue(tx, emailReplaced, {
      recipient: person.email,
      person_id,
      data: { ...data, changed, reportPath: await report(changed) },
    })
    return
  }
  if (password)
    await ctx.mail.queue(tx, passwordSet, {
      recipient: after.email,
      person_id,
      data: {
        ...data,
        hours: typedPasswordHours,
        staff: isStaff(person),
        reportPath: await report('la contraseña'),
      },
    })
  if (changed !== '')
    await ctx.mail.queue(tx, dataChanged, {
      recipient: after.email,
      person_id,
      data: { ...data, changed, reportPath: await report(changed) },
    })
}
