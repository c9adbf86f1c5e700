import { formatFullName } from '@mi-portal/contract/fields/full-name'
import type { Context } from '../../platform/context/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { MailTemplate } from '../../platform/mail-layout.ts'
import { addNotNotified } from '../../platform/notified.ts'
import { notify, wantsMail } from '../notifications/notify-person.ts'
import type { PairRow } from './family.sql.ts'

export type Side = {
  readonly id: number
  readonly greeting_name: string
  readonly name: string
  readonly email: string | null
}
type Pair = { readonly owner: Side; readonly member: Side }

export const toOwnerName = (row: PairRow) => ({
  first_name: row.leader_first_name,
  last_name: row.leader_last_name,
  second_name: row.leader_second_name,
})

export const toMemberName = (row: PairRow) => ({
  first_name: row.member_first_name,
  last_name: row.member_last_name,
  second_name: row.member_second_name,
})

export function toPair(row: PairRow): Pair {
  return {
    owner: {
      id: row.leader_id,
      greeting_name: row.leader_greeting_name,
      name: formatFullName(toOwnerName(row)),
      email: row.leader_email,
    },
    member: {
      id: row.member_id,
      greeting_name: row.member_greeting_name,
      name: formatFullName(toMemberName(row)),
      email: row.member_email,
    },
  }
}

/** Who chose no e-mails about the family gets none, unless the mail reports a change of guardianship. */
export async function mailBoth<
  Data extends { first_name: string; owner: string; member: string; isOwner: boolean },
>(
  ctx: Context,
  tx: Queries,
  pair: Pair,
  template: MailTemplate<Data>,
  toData: (recipient: { first_name: string; owner: string; member: string; isOwner: boolean }) => Data,
  { isSecurity }: { readonly isSecurity: boolean },
): Promise<void> {
  for (const side of [pair.owner, pair.member]) {
    if (side.email === null) {
      addNotNotified(side.id, 'no_address')
      continue
    }
    if (!isSecurity && !(await wantsMail(ctx, tx, side.id, 'family'))) continue
    const recipient = {
      first_name: side.greeting_name,
      owner: pair.owner.name,
      member: pair.member.name,
      isOwner: side === pair.owner,
    }
    await ctx.mail.queue(tx, template, { recipient: side.email, person_id: side.id, data: toData(recipient) })
  }
}

export const notifyFamilyMember = (
  ctx: Context,
  tx: Queries,
  person: Side,
  text: string,
  requestId?: number,
) =>
  notify(ctx, tx, {
    person_id: person.id,
    type: 'family_group',
    text,
    ...(requestId === undefined ? {} : { request_family_group_id: requestId }),
  })
