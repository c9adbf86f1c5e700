/**
 * New accounts of staff and more permissions for one: a second super administrator confirms them where there is one, and all super
 * administrators are mailed. One person could otherwise create a colleague and be both people of a change.
 */

import { formatFullName, getGreetingName } from '@mi-portal/contract/fields/full-name'
import { accountStatus } from '@mi-portal/contract/people'
import {
  chosenSets,
  type PermissionSet,
  permissionSetNames,
} from '@mi-portal/contract/permissions/permissions'
import * as z from 'zod/mini'
import { toAuditActor } from '../../../platform/audit.ts'
import type { ActorContext, Context } from '../../../platform/context/context.ts'
import type { ConfirmedChange } from '../../../platform/context/events.ts'
import type { Queries } from '../../../platform/database/database.ts'
import { changedSinceRequest, describeRequester } from '../../confirmations/confirmations.rules.ts'
import { requestChange } from '../../confirmations/request-changes.ts'
import { enableStaffAccount, lockSuperAdmins } from '../../people/accounts/change-account-access.ts'
import { createVerificationLink } from '../../people/create-verification-link.ts'
import { findPerson, listSuperAdmins, type Person } from '../../people/read-people.ts'
import { giveTemporaryKey, lockSessions } from '../../session/use-sessions.ts'
import { welcomeDays } from '../two-people/open-accounts.ts'
import { staffWelcome } from '../users.mails.ts'
import { accountChanged } from '../users.rules.ts'
import { staffAccessGiven } from './staff-access.mails.ts'

/** What a person may do as staff: a set, and the names of the sites; null: every site. */
type DescribedRights = {
  readonly permission_set: PermissionSet
  readonly sites: readonly string[] | null
}

const staffAccess = z.object({
  /** The rights to give, with the version of the account that they were chosen for; null if the account is enabled as it is. */
  rights: z.nullable(
    z.object({
      rol: z.enum(['ADMIN_ROLE', 'SUPER_ADMIN_ROLE']),
      permission_set: z.nullable(z.enum(chosenSets)),
      site_ids: z.nullable(z.array(z.int())),
      updated_at: z.string(),
    }),
  ),
})
export type StaffRights = NonNullable<z.output<typeof staffAccess>['rights']>

function describe({ permission_set, sites }: DescribedRights): string {
  return `${permissionSetNames[permission_set]}, ${sites === null ? 'todas las sedes' : sites.join(', ')}`
}

type Given = {
  readonly person: Pick<Person, 'id' | 'first_name' | 'last_name' | 'second_name'>
  readonly rights: StaffRights | null
  readonly before: DescribedRights | null
  readonly after: DescribedRights
}

async function enableStaff(
  ctx: Context,
  tx: Queries,
  { subjectId, temporaryKey, ...change }: ConfirmedChange,
): Promise<void> {
  const person = await findPerson(ctx, subjectId)
  if (person === null || !(await enableStaffAccount(tx, subjectId, ctx.clock.now())))
    throw changedSinceRequest(accountChanged)
  await ctx.auditLog.add(tx, {
    ...toAuditActor(change.actor, change.origin),
    action: 'users.enable',
    patientId: subjectId,
    detail: {
      ...{ before: { status: accountStatus.disabled }, after: { status: accountStatus.enabled } },
      ...describeRequester(change.requester),
    },
  })
  if (person.password_hash !== null || person.email === null || temporaryKey === null) return
  const until = new Date(ctx.clock.now().getTime() + welcomeDays * 24 * 3_600_000)
  const { key, ...stored } = temporaryKey
  await giveTemporaryKey(ctx, tx, person.id, { ...stored, until, mailedTo: person.email })
  const { token } = await createVerificationLink(ctx, tx, person.id, person.email)
  await ctx.mail.queue(tx, staffWelcome, {
    recipient: person.email,
    person_id: person.id,
    data: { first_name: getGreetingName(person), key, days: welcomeDays, token },
    notAfter: until,
  })
}

export const readRights = ({
  kind,
  payload,
}: Pick<ConfirmedChange, 'kind' | 'payload'>): StaffRights | null =>
  kind === 'staff-access' ? staffAccess.parse(payload).rights : null

/**
 * Requests what is given if there is a second super administrator, and mails it to all of them in either case. Returns whether it
 * waits; otherwise the caller makes it. Concurrent calls wait for the locks of the super administrators.
 */
export async function requestOrAnnounceAccess(
  ctx: ActorContext,
  tx: Queries,
  { person, rights, before, after }: Given,
): Promise<boolean> {
  const others = await lockSuperAdmins(tx)
  const waits = others.some((id) => id !== ctx.actor.id && id !== person.id)
  if (waits)
    await requestChange(ctx, tx, {
      kind: 'staff-access',
      subjectId: person.id,
      payload: { rights } satisfies z.output<typeof staffAccess>,
      changes: [
        { field: 'name', before: formatFullName(person), after: formatFullName(person) },
        {
          field: 'staff-access',
          before: before === null ? null : describe(before),
          after: describe(after),
        },
      ],
      actor: ctx.actor,
      origin: ctx.origin,
    })
  const giver = await findPerson(ctx, ctx.actor.id)
  for (const { id, email, greeting_name } of await listSuperAdmins(tx))
    await ctx.mail.queue(tx, staffAccessGiven, {
      recipient: email,
      person_id: id,
      data: {
        first_name: greeting_name,
        giver: giver === null ? '' : formatFullName(giver),
        member: formatFullName(person),
        access: describe(after),
        waits,
      },
    })
  return waits
}

export function giveConfirmedAccess(ctx: Context): void {
  ctx.events.changeConfirmed.on(async (tx, change) => {
    if (change.kind !== 'staff-access') return
    await lockSessions(tx, change.subjectId)
    if (staffAccess.parse(change.payload).rights === null) await enableStaff(ctx, tx, change)
  })
}
