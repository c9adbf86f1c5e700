/** A random family, asked over HTTP of a whole portal. */

import type { ApiError } from '@mi-portal/contract/api-error'
import { confirmationEndpoints } from '@mi-portal/contract/confirmations'
import { examEndpoints } from '@mi-portal/contract/exams'
import { familyMemberEndpoints } from '@mi-portal/contract/family/members'
import { familyRequestEndpoints } from '@mi-portal/contract/family/requests'
import { ask } from '../ask.ts'
import { buildExam } from '../build.ts'
import { legalTextId } from '../family.ts'
import type { Portal } from '../portal.ts'
import type { Family, FamilyPerson, Relation } from './sequence.ts'

/** Gives a random family accounts, two exams each of which one is reserved, and the registry's word on who their parents are. */
export async function familyOverHttp(portal: Portal, family: Family) {
  const { db } = portal
  portal.clock.set(new Date(family.start).toISOString())
  const accounts = await Promise.all(
    family.people.map(async (someone) => {
      const account = await portal.person({ date_birth: someone.birth })
      await buildExam(db, { patient_id: account.id })
      await buildExam(db, { patient_id: account.id, reserved_group: 'vih' })
      return account
    }),
  )
  const accountOf = (who: FamilyPerson) => {
    const account = accounts[who.index]
    if (!account) throw new Error('the person has no account')
    return account
  }
  for (const child of family.people) {
    const [mother, father] = family.people.filter((parent) => family.isParent(parent, child))
    await ask(
      db,
      `insert into registry_people (run, names, last_name, second_name, date_birth, mother_run, father_run)
       values ($1, 'N', 'L', '', '1990-01-01', $2, $3)`,
      [
        accountOf(child).document_number,
        mother ? accountOf(mother).document_number : null,
        father ? accountOf(father).document_number : null,
      ],
    )
  }
  const staff = await portal.person({ rol: 'ADMIN_ROLE' })
  // This member of staff accepts no request, and so may confirm any guardian.
  const second = await portal.person({ rol: 'ADMIN_ROLE' })
  const ties: { request_id: number; applicant_id: number; family_id: number }[] = []
  const absent = { request_id: 2_000_000_000, applicant_id: 1, family_id: 2_000_000_000 }

  const as = (who: FamilyPerson | 'staff') => portal.as(who === 'staff' ? staff : accountOf(who))
  const statusOf = (call: Promise<unknown>): Promise<number> =>
    call.then(
      () => 200,
      (failure: ApiError) => failure.status,
    )

  return {
    /** The registry names two parents at most: only those count. */
    isParent: (parent: FamilyPerson, child: FamilyPerson) =>
      family.people
        .filter((one) => family.isParent(one, child))
        .slice(0, 2)
        .includes(parent),
    at: (moment: number) => portal.clock.set(new Date(moment).toISOString()),
    account: async (who: FamilyPerson) => {
      await ask(db, 'update people set status = $2 where id = $1', [accountOf(who).id, who.open ? 1 : 2])
    },
    ask: async (a: FamilyPerson, b: FamilyPerson, relation: Relation, legal: boolean): Promise<number> => {
      await ask(db, `delete from tries where scope like 'family-%'`)
      const body = {
        family_document_type: 1 as const,
        family_document_number: accountOf(b).document_number,
        type_relationship_id: relation.id,
        ...(legal ? { legal_text_id: legalTextId } : {}),
      }
      const call = await as(a)
      return statusOf(
        call(familyRequestEndpoints.add, { body }).then(async ({ request_id }) => {
          const [row] = await ask<{ family_id: number }>(
            db,
            'select family_id from family_requests where id = $1',
            [request_id],
          )
          ties.push({ request_id, applicant_id: accountOf(a).id, family_id: row?.family_id ?? 0 })
        }),
      )
    },
    decide: async (n: number, who: FamilyPerson | 'staff', yes: boolean): Promise<number> => {
      const call = await as(who)
      const params = ties[n] ?? absent
      if (who === 'staff')
        return statusOf(
          call(yes ? familyRequestEndpoints.staffAccept : familyRequestEndpoints.staffReject, { params }),
        )
      return statusOf(call(yes ? familyRequestEndpoints.accept : familyRequestEndpoints.reject, { params }))
    },
    end: async (n: number, who: FamilyPerson | 'staff'): Promise<number> => {
      const call = await as(who)
      const id = (ties[n] ?? absent).family_id
      if (who === 'staff') return statusOf(call(familyMemberEndpoints.staffRemove, { query: { id } }))
      return statusOf(call(familyMemberEndpoints.remove, { params: { id } }))
    },
    judge: async (n: number, yes: boolean): Promise<number> => {
      const call = await as('staff')
      const judged = await statusOf(
        call(familyMemberEndpoints.staffGuardian, {
          params: { link_id: (ties[n] ?? absent).family_id },
          body: { confirmed: yes },
        }),
      )
      if (!yes || judged !== 200) return judged
      const confirmer = await portal.as(second)
      const { confirmations } = await confirmer(confirmationEndpoints.list)
      const id = confirmations[0]?.id ?? 0
      return statusOf(confirmer(confirmationEndpoints.confirm, { params: { id } }))
    },
    letBook: async (n: number, who: FamilyPerson, yes: boolean): Promise<number> =>
      statusOf(
        (await as(who))(familyMemberEndpoints.switchBooking, {
          params: { id: (ties[n] ?? absent).family_id },
          body: { may_book: yes },
        }),
      ),
    sees: async (a: FamilyPerson, b: FamilyPerson) => {
      if (!a.open) return 'nothing'
      const call = await as(a)
      const params = { patientId: accountOf(b).id }
      const total = await call(examEndpoints.listOf, { params }).then(
        (list) => list.total,
        () => 0,
      )
      return ['nothing', 'part', 'all'][total]
    },
    books: async (a: FamilyPerson, b: FamilyPerson) => {
      if (!a.open) return false
      const { familyGroup } = await (await as(a))(familyMemberEndpoints.group)
      return familyGroup.some((card) => card.family_patient.id === accountOf(b).id && card.may_book)
    },
  }
}
